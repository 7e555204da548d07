import { expect, test } from "vitest";
import { readPrisma } from "./prisma.ts";

test("models, their columns, keys and tables; relations and comments are no columns", () => {
  const text = `
generator client { provider = "prisma-client-js" }
enum Role {
  ADMIN
}
model User {
  id    Int     @id @default(autoincrement())
  email String? @unique @map("mail") // the address
  role  Role    @default(ADMIN)
  tags  String[]
  posts Post[]
  // old String
  @@map("users")
}
model Post {
  userId Int
  at     DateTime
  user   User @relation(fields: [userId], references: [id], onDelete: Cascade)
  @@id([at])
}`;
  const told = readPrisma("schema.prisma", text).map(
    ({ kind, name, table_name, column_name, type, nullable, key, references, line }) =>
      [kind, name, table_name ?? column_name, type, nullable === 1 ? "?" : null, key, references, line]
        .filter(Boolean)
        .join(" "),
  );
  expect(told).toMatchInlineSnapshot(`
    [
      "model User users 6",
      "field id Int primary 7",
      "field email mail String ? 8",
      "field role Role 9",
      "field tags String[] 10",
      "model Post Post 15",
      "field userId Int foreign User 16",
      "field at DateTime primary 17",
    ]
  `);
});

test("broken files end", () => {
  expect(readPrisma("a.prisma", `model A {\n${"x ".repeat(5_000)}\nmodel B {\n id Int`)).toHaveLength(3);
});
