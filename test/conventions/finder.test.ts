/** Who may guess: the finder takes any part of a name, so nothing that acts may use it. */
import { expect, test } from "vitest";
import { imports, sources } from "./tree.ts";

/** They show messages or things, and change nothing. */
const readers = [
  "src/app/opening.ts",
  "src/cli/export-sources.ts",
  "src/cli/verbs/people.ts",
  "src/cli/verbs/read.ts",
  "src/cli/verbs/sync.ts",
  "src/cli/verbs/tail.ts",
  "src/cli/verbs/topic-list.ts",
];

test("only what reads imports the finder of the command line", () => {
  const found = sources.filter((path) =>
    imports(path).some(
      ({ from }) => from === "#cli/finder.ts" || (/^src\/cli/.test(path) && /finder/.test(from)),
    ),
  );
  expect(found).toEqual(readers);
});

test("what may find by a part of a name changes nothing on the server", () => {
  const acting = /(?:#cli|\.)\/(?:carry-out|fill-form|resolver)\.ts$/;
  const both = readers
    .filter((path) => path !== "src/cli/verbs/tail.ts" && path !== "src/cli/export-sources.ts")
    .filter((path) => imports(path).some(({ from }) => acting.test(from)));
  expect(both).toEqual([]);
});
