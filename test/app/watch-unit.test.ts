import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownFlags, unitFor } from "#app/watch-unit.ts";
import { nodeEnvironment, quietNodeFlags, scriptHeader } from "#build/node-flags.ts";
import { folder } from "../support/folder.ts";

const command = [
  "/opt/node 24/bin/node",
  '/home/ana/we$ir %h/"w\\eir".js',
  "watch",
  "--account=<a&b>",
];

test("systemd gets each word in quotes, without what it would replace", () => {
  const [line] = /^ExecStart=.*$/m.exec(unitFor("systemd", command)) ?? [];
  expect(line).toBe(
    'ExecStart="/opt/node 24/bin/node" "/home/ana/we$$ir %%h/\\"w\\\\eir\\".js" "watch" "--account=<a&b>"',
  );
});

test("systemd gets the variable that the first lines of the program set", () => {
  const lines = Object.entries(nodeEnvironment).map(
    ([name, value]) => `Environment=${name}=${value}`,
  );
  expect(unitFor("systemd", command).match(/^Environment=.*$/gm)).toEqual(lines);
});

test("launchd gets each word as a text", () => {
  const unit = unitFor("launchd", command);
  expect(unit.match(/<string>.*<\/string>/g)).toEqual([
    "<string>weir.watch</string>",
    "<string>/opt/node 24/bin/node</string>",
    '<string>/home/ana/we$ir %h/"w\\eir".js</string>',
    "<string>watch</string>",
    "<string>--account=&lt;a&amp;b&gt;</string>",
  ]);
  // `--` would end a comment.
  expect(/<!--(.*?)-->/s.exec(unit)?.[1]).not.toContain("--");
});

test("the flags of the program's first lines are found, and none in another file", () => {
  const path = `${folder()}/weir.js`;
  writeFileSync(path, `${scriptHeader}\nmain();\n`);
  expect(ownFlags(path)).toEqual(quietNodeFlags);
  writeFileSync(path, "main();\n");
  expect(ownFlags(path)).toEqual([]);
});
