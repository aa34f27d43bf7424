/**
 * Conversations as one writes them down: who says what, after how long, and how the others react.
 *
 *     ana: rolling back 4.2
 *     a second line of the same message
 *     ^^ +1 bo mei, eyes priya
 *     bo +4: done, four minutes later
 *     ^^ was: don, four minutes later
 *     ana: /poll Who holds the pager?
 *     Bo
 *     Priya
 *     ^^ ticks: 1 bo, 2 ana priya
 *
 * A screenplay in code stands between backticks, so its fences are written with tildes; in the message they have
 * backticks.
 */

export type ScriptLine<Speaker extends string> = {
  readonly speaker: Speaker;
  /** Minutes since the line before; of a first line, 0. */
  readonly after: number;
  readonly text: string;
  readonly reactions: readonly { readonly by: Speaker; readonly name: string }[];
  /** What the message said before it was corrected; absent means never corrected. */
  readonly was?: string;
  /** Who votes for which option of a poll, or strikes which task of a list, counted from 1. */
  readonly ticks?: readonly { readonly by: Speaker; readonly option: number }[];
};

/** Throws on a text that does not begin with a speaker: a screenplay is written by us, so that is a slip of the pen. */
export function screenplay<Speaker extends string>(
  cast: readonly Speaker[],
  script: string,
): readonly ScriptLine<Speaker>[] {
  const head = new RegExp(`^(${cast.join("|")})(?: \\+(\\d+))?: `);
  const starts: number[] = [];
  const rows = script.split("\n");
  rows.forEach((row, at) => {
    if (head.test(row)) starts.push(at);
  });
  const before = rows.slice(0, starts[0]).join("").trim();
  if (before !== "") throw new SyntaxError(`Nobody says "${before.slice(0, 60)}"`);
  return starts.map((start, at) => {
    const line = spoken(cast, head, rows.slice(start, starts[at + 1]));
    return at === 0 ? { ...line, after: 0 } : line;
  });
}

function spoken<Speaker extends string>(
  cast: readonly Speaker[],
  head: RegExp,
  rows: readonly string[],
): ScriptLine<Speaker> {
  const [opening = "", name = "", minutes] = head.exec(rows[0] ?? "") ?? [];
  const speaker = known(cast, name);
  const [said, notes] = [rows.filter((row) => !isNote(row)), rows.filter(isNote)];
  const text = said.join("\n").slice(opening.length).trimEnd().replaceAll(/^~~~/gm, "```");
  const noted = (begin: string) =>
    notes.filter((note) => note.startsWith(begin)).map((note) => note.slice(begin.length));
  const [was] = noted("^^ was: ");
  const ticks = entries(cast, noted("^^ ticks: ")).map(({ by, name: option }) => ({
    by,
    option: Number(option),
  }));
  const others = notes.filter((note) => !/^\^\^ \w+: /.test(note));
  return {
    speaker,
    after: minutes === undefined ? 1 : Number(minutes),
    text,
    reactions: entries(
      cast,
      others.map((note) => note.slice("^^ ".length)),
    ),
    ...(was === undefined ? {} : { was }),
    ...(ticks.length === 0 ? {} : { ticks }),
  };
}

/** `+1 bo mei, eyes priya`: what, and each who. */
function entries<Speaker extends string>(cast: readonly Speaker[], notes: readonly string[]) {
  return notes
    .flatMap((note) => note.split(", "))
    .flatMap((entry) => {
      const [name = "", ...people] = entry.split(" ");
      return people.map((by) => ({ by: known(cast, by), name }));
    });
}

const isNote = (row: string) => row.startsWith("^^ ");

function known<Speaker extends string>(cast: readonly Speaker[], name: string): Speaker {
  const found = cast.find((speaker) => speaker === name);
  if (found === undefined) throw new SyntaxError(`Nobody is called "${name}"`);
  return found;
}
