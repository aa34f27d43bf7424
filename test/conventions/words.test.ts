/** Words that must not be in the repository: the service's brand, and folders of a developer's machine. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root, tracked } from "./tree.ts";

/** Built from codes, so that this file does not match. */
const brand = String.fromCharCode(122, 117, 108, 105, 112);
const places = ["/wo" + "rk/main", "/wo" + "rk/shared", "/ro" + "ot/", "/tmp/we" + "ir/"];

/** Without the lock file, which npm writes, and images. */
const readable = tracked().filter(
  (path) => path !== "package-lock.json" && !/\.(?:png|ico|woff2?)$/.test(path),
);

function mentions(word: string): string[] {
  return readable.filter((path) =>
    readFileSync(root + path, "utf8")
      .toLowerCase()
      .includes(word.toLowerCase()),
  );
}

test("the service's brand only occurs once, in the README", () => {
  expect(mentions(brand).filter((path) => path !== "README.md")).toEqual([]);
  const readme = readable.includes("README.md") ? readFileSync(`${root}README.md`, "utf8") : "";
  expect(readme.toLowerCase().split(brand).length - 1).toBeLessThanOrEqual(1);
});

test("no file names a folder of a developer's machine", () => {
  expect(places.flatMap(mentions)).toEqual([]);
});
