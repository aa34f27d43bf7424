/** Words that must not stand in the repository: the service's brand, and the machine somebody worked on. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root, tracked } from "./tree.ts";

/** Spelled from codes, so that this file does not hold what it looks for. */
const brand = String.fromCharCode(122, 117, 108, 105, 112);
const places = ["/wo" + "rk/main", "/wo" + "rk/shared", "/ro" + "ot/", "/tmp/we" + "ir/"];

/** The lock file is npm's to write; pictures are drawn, not worded. */
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

test("the brand of the service stands nowhere but once in the README", () => {
  expect(mentions(brand).filter((path) => path !== "README.md")).toEqual([]);
  const readme = readable.includes("README.md") ? readFileSync(`${root}README.md`, "utf8") : "";
  expect(readme.toLowerCase().split(brand).length - 1).toBeLessThanOrEqual(1);
});

/** Names that standard terms have replaced; stories and dictionaries may use any word. */
const replaced =
  /\b(?:riddles?|keeper|whisper|tidings|garnish|furniture|misfits?|nothingKnown|houseWish|openHouse|Surroundings|thrifty?|HouseWish|startEchoes|toFetchAhead|freshLetters)\b/;

test("no source uses a name that a standard term has replaced", () => {
  const sources = readable.filter(
    (path) => /^src\/.*\.tsx?$/.test(path) && !/\/(?:seed|residents)\//.test(path),
  );
  const found = sources.filter((path) => replaced.test(path + readFileSync(root + path, "utf8")));
  expect(found).toEqual([]);
});

test("no file names a folder of the machine it was written on", () => {
  expect(places.flatMap(mentions)).toEqual([]);
});
