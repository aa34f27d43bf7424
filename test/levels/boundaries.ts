/** The levels at which servers change, from the API document's table of versions and from weir's own. */
import { levels } from "#wire/levels.ts";
import { defaultLevel } from "#wire/limits.ts";
import { chapter } from "../contract/document.ts";

/** The rows of the table: one or more levels each, and the change. */
export const documented = chapter("Versioning").rows.map((row) => ({
  levels: (row["Level"] ?? "").split(/[/,]/).map(Number),
  change: row["Change"] ?? "",
}));

const changes = [
  ...documented.flatMap((row) => row.levels),
  ...Object.values(levels).flatMap(({ level, until }) => [level, ...(until ? [until + 1] : [])]),
].filter((level) => level > 0);

/** The last level before each change, and the realm's default, ascending; 0 is a server without a level. */
export const eras: readonly number[] = [
  ...new Set([...changes.map((level) => level - 1), defaultLevel]),
].sort((a, b) => a - b);
