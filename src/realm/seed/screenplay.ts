/**
 * Parses the text files of the seeds: sections, and what is in them: lines, facts, or conversations with senders, delays,
 * reactions, edits and votes.
 *
 *     # A comment precedes the first section.
 *     == backend > deploy window | 2 workdays ago at 09:30, 3 unread
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
 * Fences are written with tildes; the message has backticks.
 */

type Section = { readonly head: string; readonly body: string };

export function sections(text: string): readonly Section[] {
  const [, ...parts] = text.split(/^== (.+)\n/m);
  const heads = parts.filter((_, at) => at % 2 === 0);
  return heads.map((head, at) => ({ head, body: (parts[2 * at + 1] ?? "").trimEnd() }));
}

/** In each of them `\n` stands for a line break. */
export function linesIn({ body }: Section): readonly string[] {
  return body.split("\n").map((line) => line.replaceAll("\\n", "\n"));
}

/** Lines such as `role: owner`, by what precedes the colon. */
export function factsIn(section: Section): Readonly<Partial<Record<string, string>>> {
  const entries = linesIn(section).map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(entries);
}

export type ScriptLine<Speaker extends string> = {
  readonly speaker: Speaker;
  /** Minutes since the previous line; 0 for the first. */
  readonly after: number;
  readonly text: string;
  readonly reactions: readonly { readonly by: Speaker; readonly name: string }[];
  /** The text before a correction, if it was corrected. */
  readonly was?: string;
  /** Votes for options of a poll, or completed tasks of a list, counted from 1. */
  readonly ticks?: readonly { readonly by: Speaker; readonly option: number }[];
};

/** Throws if the text does not begin with a speaker: screenplays are part of the source, so that is a bug. */
export function screenplay<Speaker extends string>(
  cast: readonly Speaker[],
  script: string,
): readonly ScriptLine<Speaker>[] {
  const head = new RegExp(`^(${cast.join("|")})(?: \\+(\\d+))?:(?: |$)`);
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
  const text = said.join("\n").slice(opening.length).trim().replaceAll(/^~~~/gm, "```");
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

/** Parses `+1 bo mei, eyes priya`: names, each with its people. */
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
  const named = cast.find((speaker) => speaker === name);
  if (named === undefined) throw new SyntaxError(`Nobody is called "${name}"`);
  return named;
}
