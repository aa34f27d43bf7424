/** Checks the imports inside the widest floors against the table of each one's page: a row imports only rows below it. */
import { expect, test } from "vitest";
import { imports, sources, text } from "./tree.ts";

const rooms = ["commands", "sync", "ui", "realm"] as const;

/** The rows of the table in the room's page, by the folders and files that they name; the top one is 0. */
function rowsOf(room: string): ReadonlyMap<string, number> {
  const lines = text(`src/${room}/README.md`).split("\n");
  const first = lines.findIndex((line) => line.startsWith(`| in \`${room}\` |`)) + 2;
  const table = lines.slice(
    first,
    lines.findIndex((line, at) => at >= first && line === ""),
  );
  return new Map(
    table.flatMap((line, row) =>
      [...(line.split("|")[1] ?? "").matchAll(/`([\w.-]+)`/g)].map(([, name = ""]) => [name, row]),
    ),
  );
}

/** The folder of the room that the path is in, or its file; undefined: it is not of this room. */
function partOf(room: string, path: string): string | undefined {
  const [, folder, part] = /^(?:src\/|#)([\w-]+)\/([\w.-]+)/.exec(path) ?? [];
  return folder === room ? part : undefined;
}

/** The part of a room that the file imports by `from`. */
function target(room: string, path: string, from: string): string | undefined {
  if (!from.startsWith("./")) return partOf(room, from);
  const isAtTop = path.split("/").length === 3;
  return isAtTop ? partOf(room, `src/${room}/${from.slice(2)}`) : partOf(room, path);
}

function isUpward(rows: ReadonlyMap<string, number>, importer: string, imported: string): boolean {
  const rank = (part: string) => rows.get(part) ?? Number.NaN;
  return importer !== imported && !(rank(importer) < rank(imported));
}

test.for(rooms)("every folder and file of %s has a row in the table of its page", (room) => {
  const parts = new Set(sources.flatMap((path) => partOf(room, path) ?? []));
  expect([...parts].filter((part) => !rowsOf(room).has(part))).toEqual([]);
  expect([...rowsOf(room).keys()].filter((part) => !parts.has(part))).toEqual([]);
});

test.for(rooms)("what is in %s imports only rows below its own", (room) => {
  const rows = rowsOf(room);
  const upward = sources.flatMap((path) => {
    const importer = partOf(room, path);
    if (importer === undefined) return [];
    return imports(path)
      .map(({ from }) => target(room, path, from))
      .filter((imported) => imported !== undefined && isUpward(rows, importer, imported))
      .map((imported) => `${path} imports ${imported}`);
  });
  expect(upward).toEqual([]);
});

test("a row above, the same row, and what has no row are faults; a row below and the own folder are not", () => {
  const rows = new Map([
    ["top", 0],
    ["left", 1],
    ["right", 1],
  ]);
  const faults = ["left top", "left right", "left missing", "top left", "left left"].filter(
    (pair) => isUpward(rows, ...(pair.split(" ") as [string, string])),
  );
  expect(faults).toEqual(["left top", "left right", "left missing"]);
  expect(target("sync", "src/sync/session.ts", "./context.ts")).toBe("context.ts");
  expect(target("sync", "src/sync/asks/asking.ts", "./refusal.ts")).toBe("asks");
});
