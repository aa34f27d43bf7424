/** The notices of packages that the program contains. */
import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { noticeOf, noticesFor } from "#build/notices.ts";
import { root } from "#build/plugins.ts";
import { folder } from "../support/folder.ts";

const outputOf = (...inputs: readonly (readonly [path: string, bytes: number])[]) => ({
  "dist/main.js": {
    bytes: 9,
    imports: [],
    exports: [],
    inputs: Object.fromEntries(inputs.map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
  },
});

test("each package of which the bundle has something is named once, with its licence and all notices", () => {
  const notices = noticesFor(
    outputOf(
      ["src/app/main.ts", 5],
      ["node_modules/ink/build/ink.js", 5],
      ["node_modules/ink/build/render.js", 5],
      ["node_modules/@jsquash/webp/decode.js", 5],
      ["node_modules/omggif/omggif.js", 5],
      ["node_modules/yoga-layout/dist/src/index.js", 5],
      ["node_modules/fast-check/lib/fast-check.js", 0],
    ),
  );
  const [, ...parts] = notices.split(/\n\n-{80}\n\n/);
  expect(parts.map((part) => part.split("\n")[0]?.replace(/ \d[\d.]*/, ""))).toEqual([
    "@jsquash/webp (Apache-2.0)",
    "emojibase-data (MIT)",
    "ink (MIT)",
    "omggif (MIT)",
    "yoga-layout (MIT)",
  ]);
  for (const part of parts) {
    expect(part).toMatch(/copyright|\(c\)/i);
    expect(part).toMatch(/permission is hereby granted|Apache License/i);
  }
});

test.each([
  ["GPL-3.0-only", "LICENSE", "GPL-3.0-only"],
  ["UNLICENSED", "LICENSE", "UNLICENSED"],
  [undefined, "LICENSE", "undefined"],
  ["MIT", "README", "without the text"],
])("a package with the licence %s and the file %s fails the build", (license, file, reason) => {
  const at = folder();
  mkdirSync(at, { recursive: true });
  writeFileSync(`${at}/package.json`, JSON.stringify({ name: "other", version: "1.0.0", license }));
  writeFileSync(`${at}/${file}`, "words");
  expect(() => noticeOf(relative(root, at))).toThrow(reason);
});
