import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { rowsOf } from "#engine/scan/testing/scanned-rows";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const log = (...inner: string[]) =>
  `<?xml version="1.0"?>\n<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">\n${inner.join("\n")}\n</databaseChangeLog>\n`;
const set = (...inner: string[]) => `<changeSet id="1" author="a">${inner.join("")}</changeSet>`;

test("tables are what changelogs have made of them in the order in which they include each other", async () => {
  const folder = new TempFolder({
    "src/main/resources/liquibase/db-changelog.xml": log(
      '<property name="text_type" value="text" dbms="h2"/>',
      '<property name="text_type" value="varchar(200)"/>',
      '<property name="quote" value=""/>',
      '<include file="classpath:/liquibase/old/changelog.xml"/>',
      '<include file="10.0/add.xml" relativeToChangelogFile="true"/>',
    ),
    "src/main/resources/liquibase/old/changelog.xml": log(
      set(
        '<preConditions><not><tableExists tableName="users"/></not></preConditions>',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Liquibase's own
        '<createTable tableName="${quote}users${quote}">',
        '<column name="id" type="int"><constraints primaryKey="true"/></column>',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Liquibase's own
        '<column name="email" type="${text_type}"><constraints nullable="false"/></column>',
        '<column name="old" type="int"/>',
        "</createTable>",
        '<rollback><dropTable tableName="users"/></rollback>',
      ),
      set('<createTable tableName="gone"><column name="id" type="int"/></createTable>'),
    ),
    "src/main/resources/liquibase/10.0/add.xml": log(
      set('<addColumn tableName="users"><column name="team_id" type="BIGINT"/></addColumn>'),
      set(
        '<addForeignKeyConstraint baseTableName="users" baseColumnNames="team_id" referencedTableName="teams" constraintName="x" referencedColumnNames="id"/>',
      ),
      set('<addNotNullConstraint tableName="users" columnName="team_id"/>'),
      set('<dropColumn tableName="users" columnName="old"/>', '<dropTable tableName="gone"/>'),
    ),
    "src/main/resources/changelog-of-notes.xml": "<notes><createTable tableName='none'/></notes>",
  });
  await runScan(folder, { sourceMode: "none" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const rows = db
    .prepare('select model, name, type, nullable, key, "references", sensitive, path, line from model_fields')
    .all()
    .map((row) => Object.values(row).join(" "));
  db.close();
  const old = "src/main/resources/liquibase/old/changelog.xml";
  expect(rows).toEqual([
    `users id int 0 primary   ${old} 3`,
    `users email varchar(200) 0   pii ${old} 3`,
    `users team_id bigint 0 foreign teams  src/main/resources/liquibase/10.0/add.xml 3`,
  ]);
});

test("migrations of Dropwizard are changelogs where they say so", async () => {
  const files = {
    "src/main/resources/migrations.xml": log(
      set('<createTable tableName="tokens"><column name="token_hash" type="varchar(255)"/></createTable>'),
    ),
    "src/main/resources/other-migrations.xml": "<notes><createTable tableName='none'/></notes>",
  };
  const fields = await rowsOf(files, "select model, name, type from model_fields");
  expect(fields.map((row) => Object.values(row as object).join(" "))).toEqual(["tokens token_hash varchar(255)"]);
});
