/** The levels at which a server changes, from the API document's own table of versions. */
import { chapter } from "../contract/document.ts";

/** The rows of the table: one or more levels each, and what changes there. */
export const documented = chapter("Versioning").rows.map((row) => ({
  levels: (row["Level"] ?? "").split(/[/,]/).map(Number),
  change: row["Change"] ?? "",
}));

/** Of real servers: one that has a name for following topics, a few that were common, and one from after 278. */
const further = [219, 237, 257, 278, 314];

/** Just below and at every boundary, rising; 0 is a server that names no level. */
export const boundaries: readonly number[] = [
  ...new Set([
    ...documented.flatMap((row) => row.levels.flatMap((level) => [level - 1, level])),
    ...further,
  ]),
].sort((a, b) => a - b);
