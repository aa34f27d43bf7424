/** Who may guess: the finder takes any part of a name, so nothing that acts may use it. */
import { expect, test } from "vitest";
import { changingVerbs } from "../support/verb-lines.ts";
import { imports, sources } from "./tree.ts";

/** They show messages or things, and change nothing. */
const readers = [
  "src/app/destination.ts",
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

/** The files of the command line that this one imports, and those that they import. */
function reachedFrom(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const { from, typesOnly } of imports(path)) {
    const next = from.startsWith("./")
      ? path.replace(/[^/]*$/, from.slice(2))
      : from.replace(/^#/, "src/");
    if (!typesOnly && next.startsWith("src/cli/")) reachedFrom(next, reached);
  }
  return reached;
}

/** `send.ts` from `(all) => all.send.run` */
const fileOf = new Map(
  imports("src/cli/verbs/modules.ts").map(({ from }) => [
    from.replace(/^.*\/|\.ts$/g, "").replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    from.replace("#", "src/").replace("./", "src/cli/verbs/"),
  ]),
);

test.each(changingVerbs.map((verb) => [verb.name, verb] as const))(
  "weir %s acts without the finder, by way of other files either",
  (_, { run }) => {
    const [, name = ""] = /\.(\w+)\.\w+/.exec(`${run}`) ?? [];
    const file = fileOf.get(name);
    if (file === undefined) throw new RangeError(`Where is the code of this: ${run}?`);
    expect([...reachedFrom(file)]).not.toContain("src/cli/finder.ts");
  },
);
