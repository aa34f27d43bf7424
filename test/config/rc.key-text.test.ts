import { expect, test } from "vitest";
import { withRcKey } from "#config/rc.ts";

const old = "a".repeat(32);
const fresh = "b".repeat(32);

test("replacing a key preserves an rc file's other sections, comments and line ends", () => {
  const file = `; of all tools\r\n[other]\r\nkey=x\r\n[api]\r\nemail: a@a.example\r\nKEY : ${old}\r\nsite=https://a.example\r\n`;
  expect(withRcKey(file, fresh)).toBe(file.replace(old, fresh));
  expect(withRcKey("[other]\nkey=x\n", fresh)).toBeUndefined();
});
