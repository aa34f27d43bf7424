/** Parts of a page that are derived from the code: each stands between two marks, and is rewritten whole. */

/** `page` with `content` between its marks `<!-- name:begin -->` and `<!-- name:end -->`. Throws when it has none. */
export function withPart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no marks ${begin} … ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${content.trim()}\n${page.slice(to)}`;
}

/** A Markdown table. Cells are plain Markdown of one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The part of a command's row that a page shows. */
export type Keyed = {
  readonly title: string;
  readonly keys: readonly string[];
  readonly where: readonly string[];
};

/** The commands that have keys, in the order of their table: keys, what they do, and where. */
export function keyTable(commands: readonly Keyed[]): string {
  const rows = commands
    .filter(({ keys }) => keys.length > 0)
    .map(({ title, keys, where }) => [keys.map(code).join(" "), title, where.join(", ")]);
  return table(["Key", "What it does", "Where"], rows);
}

/** A key as code, whose fence must be longer than any backtick in it. */
function code(key: string): string {
  return key.includes("`") ? `\`\` ${key} \`\`` : `\`${key}\``;
}

export type Told = {
  /** Empty: what happens without a verb. */
  readonly name: string;
  readonly argument?: string;
  readonly says: string;
  readonly options: readonly { readonly flags: string; readonly says: string }[];
};

/** The command line: each verb, and below it the flags that it takes. */
export function verbTable(verbs: readonly Told[]): string {
  const rows = verbs.flatMap(({ name, argument, says, options }) => [
    [code(["weir", name, argument ?? ""].filter((word) => word !== "").join(" ")), "", says],
    ...options.map((option) => ["", code(option.flags), option.says]),
  ]);
  return table(["Command", "Flag", "What it does"], rows);
}

/** Exit codes in the order of their numbers. */
export function exitTable(
  exits: readonly { readonly code: number; readonly says: string }[],
): string {
  const rows = exits.toSorted((a, b) => a.code - b.code);
  return table(
    ["Code", "Meaning"],
    rows.map((exit) => [String(exit.code), exit.says]),
  );
}

export type Chosen = {
  readonly name: string;
  readonly says: string;
  readonly fallback: string | boolean;
  /** Absent: true or false. */
  readonly choices?: readonly string[];
};

/** What can be chosen in the configuration file. */
export function optionTable(options: readonly Chosen[]): string {
  const rows = options.map(({ name, says, fallback, choices }) => [
    code(name),
    (choices ?? ["true", "false"]).map(code).join(" "),
    code(String(fallback)),
    says,
  ]);
  return table(["Option", "Values", "Unless given", "What it does"], rows);
}
