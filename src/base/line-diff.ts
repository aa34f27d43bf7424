/** The lines that differ between two texts. */

export type DiffLine = { readonly sign: " " | "-" | "+"; readonly text: string };

/** Longer changed parts are reported as removed and added completely: the table below would be too large. */
const maxLines = 400;

/** All lines of both texts; removed lines precede those that replace them. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  return [
    ...signed(" ", old.slice(0, head)),
    ...changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...signed(" ", old.slice(old.length - tail)),
  ];
}

function signed(sign: DiffLine["sign"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

function changed(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  if (old.length > maxLines || fresh.length > maxLines)
    return [...signed("-", old), ...signed("+", fresh)];
  const common = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < fresh.length) {
    const [gone, come] = [old[from], fresh[to]];
    if (gone !== undefined && gone === come) {
      lines.push({ sign: " ", text: gone });
      from += 1;
      to += 1;
    } else if (
      gone !== undefined &&
      (come === undefined || longest(common, from + 1, to) >= longest(common, from, to + 1))
    ) {
      lines.push({ sign: "-", text: gone });
      from += 1;
    } else {
      lines.push({ sign: "+", text: come ?? "" });
      to += 1;
    }
  }
  return lines;
}

type Lengths = readonly (readonly number[])[];

function longest(lengths: Lengths, from: number, to: number): number {
  return lengths[from]?.[to] ?? 0;
}

/** The lengths of the longest common subsequences of the remaining lines, by where these begin. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Lengths {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => []);
  for (let from = old.length - 1; from >= 0; from -= 1) {
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      const both = old[from] === fresh[to];
      const row = lengths[from];
      if (row === undefined) continue;
      row[to] = both
        ? longest(lengths, from + 1, to + 1) + 1
        : Math.max(longest(lengths, from + 1, to), longest(lengths, from, to + 1));
    }
  }
  return lengths;
}
