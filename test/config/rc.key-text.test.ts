import { expect, test } from "vitest";
import { withConfigKey, withRcKey } from "#config/rc.ts";

const old = "a".repeat(32);
const fresh = "b".repeat(32);

test("a new key replaces the old one, and the rest of the file is unchanged", () => {
  const file = `# mine\ntheme = "dark"\n[accounts."my work"] # here\nsite = "https://a.example"\nemail = "a@a.example"\nkey = "${old}" # since May\n\n[accounts.b]\nsite = "https://b.example"\nemail = "b@b.example"\nkey = "${old}"\n[keys]\nkey = "e"\n`;
  const at = file.indexOf(old);
  const changed = file.slice(0, at) + fresh + file.slice(at + old.length);
  expect(withConfigKey(file, "my work", fresh)).toBe(changed);
});

test.each([
  `accounts = { a = { site = "https://a.example", email = "a@a.example", key = "${old}" } }\n`,
  '[accounts.a]\nsite = "https://a.example"\nemail = "a@a.example"\nkeyring = true\n[keys]\nkey = "e"\n',
  "",
])("an account without a separate line for its key is not changed: %j", (file) => {
  expect(withConfigKey(file, "a", fresh)).toBeUndefined();
});

test("replacing a key preserves an rc file's other sections, comments and line ends", () => {
  const file = `; of all tools\r\n[other]\r\nkey=x\r\n[api]\r\nemail: a@a.example\r\nKEY : ${old}\r\nsite=https://a.example\r\n`;
  expect(withRcKey(file, fresh)).toBe(file.replace(old, fresh));
  expect(withRcKey("[other]\nkey=x\n", fresh)).toBeUndefined();
});
