/**
 * Conversations as one writes them down: who says what, after how long, and how the others react.
 *
 *     ana: rolling back 4.2
 *     a second line of the same message
 *     ^^ +1 bo mei, eyes priya
 *     bo +4: done, four minutes later
 *     ^^ was: don, four minutes later
 *
 * A screenplay in code stands between backticks, so its fences are written with tildes; in the message they have
 * backticks.
 */

export type Line<Speaker extends string> = {
  readonly speaker: Speaker;
  /** Minutes since the line before; of a first line, 0. */
  readonly after: number;
  readonly text: string;
  readonly reactions: readonly { readonly by: Speaker; readonly name: string }[];
  /** What the message said before it was corrected; absent means never corrected. */
  readonly was?: string;
};

/** Throws on a text that does not begin with a speaker: a screenplay is written by us, so that is a slip of the pen. */
export function screenplay<Speaker extends string>(
  cast: readonly Speaker[],
  script: string,
): readonly Line<Speaker>[] {
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
): Line<Speaker> {
  const [opening = "", name = "", minutes] = head.exec(rows[0] ?? "") ?? [];
  const speaker = known(cast, name);
  const [said, notes] = [rows.filter((row) => !isNote(row)), rows.filter(isNote)];
  const text = said.join("\n").slice(opening.length).trimEnd().replaceAll(/^~~~/gm, "```");
  const was = notes.find((note) => note.startsWith("^^ was: "))?.slice("^^ was: ".length);
  const reactions = notes
    .filter((note) => !note.startsWith("^^ was: "))
    .flatMap((note) => note.slice("^^ ".length).split(", "))
    .flatMap((entry) => {
      const [emoji = "", ...people] = entry.split(" ");
      return people.map((by) => ({ by: known(cast, by), name: emoji }));
    });
  const after = minutes === undefined ? 1 : Number(minutes);
  return { speaker, after, text, reactions, ...(was === undefined ? {} : { was }) };
}

const isNote = (row: string) => row.startsWith("^^ ");

function known<Speaker extends string>(cast: readonly Speaker[], name: string): Speaker {
  const found = cast.find((speaker) => speaker === name);
  if (found === undefined) throw new SyntaxError(`Nobody is called "${name}"`);
  return found;
}
