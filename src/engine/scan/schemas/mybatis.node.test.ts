import { expect, test } from "vitest";
import { accessesOf, readMapper } from "./mybatis.ts";

const mapper = `<?xml version="1.0"?>
<mapper namespace="shop.UserMapper">
  <!-- <select id="old">select 1 from gone</select> -->
  <sql id="vo">select u.id, d.name from sys_user u left join sys_dept d on d.id = u.dept_id</sql>
  <select id="one" resultMap="User">
    <include refid="vo"/> where u.id = #{id} <if test="a > 1">and u.a = 'from x'</if>
  </select>
  <insert id="add">
    <selectKey keyProperty="id">select last_insert_id() from nothing</selectKey>
    insert into \`sys_user\` (id) values (#{id})
  </insert>
  <update id="set"><![CDATA[ update sys_user set a = 1 where a < 2 ]]></update>
  <delete id="drop">delete from sys_user where id in (select user_id from sys_gone)</delete>
</mapper>`;

test("a mapper's statements are accesses of its interface's methods", () => {
  const found = readMapper(mapper);
  expect(found && accessesOf("api/src/main/resources/mapper/UserMapper.xml", found)).toEqual(
    [
      ["one", "read", "sys_user", 5],
      ["one", "read", "sys_dept", 5],
      ["add", "create", "sys_user", 8],
      ["set", "update", "sys_user", 12],
      ["drop", "delete", "sys_user", 13],
    ].map(([method, operation, table, line]) => [
      `api/src/main/java/shop/UserMapper.java#UserMapper.${method}`,
      operation,
      "MyBatis",
      table,
      null,
      "api/src/main/resources/mapper/UserMapper.xml",
      line,
      null,
    ]),
  );
});

test("another XML file tells nothing", () => {
  expect(readMapper("<beans><bean id='a'/></beans>")).toBeUndefined();
  expect(readMapper(`<mapper namespace="${"a".repeat(300)}">`)).toBeUndefined();
});
