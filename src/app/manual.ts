/** Manual pages for troff: of the commands, made from the table of verbs, and of the guide, made from its Markdown. */
import { exitCodes } from "#cli/exit-codes.ts";
import type { VerbOption } from "#cli/form-options.ts";
import { type GuidePage, guideNames, guidePages, guideText, guideTitle } from "#cli/guide.ts";
import { isCommon, listOptions, longNames, type Verb } from "#cli/verb.ts";
import type { Release } from "./version.ts";

/** What troff would draw as typographic signs, and how to write the characters that one can paste into a shell. */
const signs: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
};

/** Text as troff takes it literally. */
function literal(text: string): string {
  return text.replace(/[-\\'`^~]/g, (sign) => signs[sign] ?? sign).replace(/^\./gm, "\\&.");
}

function heading(title: string, section: number, { version, date }: Release): string {
  return `.TH ${literal(title)} ${section} "${date}" "weir ${version}"`;
}

function described({ flags, description }: VerbOption): readonly string[] {
  return [".TP", `.B ${literal(flags)}`, literal(description)];
}

function section(verb: Verb): string {
  const { name, argument = "", description, options, examples = [], fields, isFinal } = verb;
  const verbOptions = options.filter((option) => !isCommon(option) && option.isHidden !== true);
  const names = longNames(options.filter(isCommon));
  return [
    `.SS ${literal(`weir ${name} ${argument}`.replace(/ +/g, " ").trim())}`,
    `${literal(description.charAt(0).toUpperCase() + description.slice(1))}.`,
    ...(isFinal ? ["This cannot be undone."] : []),
    ...verbOptions.flatMap(described),
    ...(names === "" ? [] : [".PP", literal(`Common options: ${names}.`)]),
    ...(fields === undefined ? [] : [".PP", literal(`Fields of --json: ${fields.join(", ")}.`)]),
    ...(examples.length === 0 ? [] : [".PP", ".nf", ...examples.map(literal), ".fi"]),
  ].join("\n");
}

export function manualPage(verbs: readonly Verb[], release: Release): string {
  const exits = Object.values(exitCodes).flatMap(({ code, description }) => [
    ".TP",
    `.B ${code}`,
    literal(description),
  ]);
  return `${[
    heading("WEIR", 1, release),
    ".SH NAME",
    "weir \\- a terminal client for stream\\-and\\-topic team chat",
    ".SH SYNOPSIS",
    ".B weir",
    "[\\fIcommand\\fR] [\\fIoptions\\fR] [\\fIarguments\\fR]",
    ".SH PLACES",
    literal(
      "A place is '#stream > topic', '#stream', @person (several for a conversation of more), a message's ID, a link that the web client gives, or one of: all, mentions, starred, directs. A part of a name is enough where only one has it.",
    ),
    ".SH OUTPUT",
    literal(
      "A terminal gets aligned text, through the command in PAGER when it is long. A pipe gets one line for each row, with tabs between its columns. --json prints one line of JSON for each row, and --json=FIELDS only these fields. A list without rows prints no line; of a single thing, what is absent is null.",
    ),
    ".SH COMMON OPTIONS",
    ...listOptions.flatMap(described),
    ".SH COMMANDS",
    ...verbs.filter(({ isHidden }) => isHidden !== true).map(section),
    ".SH EXIT CODES",
    ...exits,
    ".SH GUIDE",
    "weir man \\fIpage\\fR prints a page of the guide:",
    ...guideNames.flatMap((name) => [".TP", bold(literal(name)), literal(guidePages[name])]),
    ".SH FILES",
    literal(
      "~/.config/weir/config.toml, or the same under XDG_CONFIG_HOME, holds options, key bindings and accounts. weir doctor prints its path.",
    ),
    ".SH ENVIRONMENT",
    literal(
      "WEIR_SITE, WEIR_EMAIL and WEIR_API_KEY name an account; without the key, they name one of the configuration file. NO_COLOR turns colours off.",
    ),
  ].join("\n")}\n`;
}

// The pages of the guide. What of Markdown they may contain is what is handled here.

function bold(text: string): string {
  return `\\fB${text}\\fR`;
}

/** Code, bold text, a picture or a link. */
const marked = /(`+) ?(.+?) ?\1|\*\*(.+?)\*\*|!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\(([^)]*)\)/g;

/** Text of a page as one line. A link to another page says how to print that. */
function inline(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  const parts: string[] = [];
  let end = 0;
  for (const match of line.matchAll(marked)) {
    const [whole, , code, strong, label = "", to = ""] = match;
    const words = code ?? strong;
    const page = guideNames.find((name) => to.replace(/#.*/, "") === `${name}.md`);
    parts.push(literal(line.slice(end, match.index)));
    if (words !== undefined) parts.push(bold(literal(words)));
    else parts.push(literal(page === undefined ? label : `${label} (weir man ${page})`));
    end = match.index + whole.length;
  }
  return [...parts, literal(line.slice(end))].join("");
}

function cellsOf(row: string): readonly string[] {
  const cells = row.replaceAll("\\|", "\0").split("|").slice(1, -1);
  return cells.map((cell) => cell.replaceAll("\0", "|").trim());
}

/** A row is its first cell with the others below it, which have the names of their columns if there are several. */
function tableLines([head = "", , ...rows]: readonly string[]): readonly string[] {
  const [, ...names] = cellsOf(head);
  return rows.flatMap((row) => {
    const [first = "", ...others] = cellsOf(row);
    const filled = others.flatMap((cell, at) => (cell === "" ? [] : [{ name: names[at], cell }]));
    const [only, next] = filled;
    const text = inline(
      next === undefined
        ? (only?.cell ?? "")
        : filled.map(({ name, cell }) => `${name}: ${cell}`).join("; "),
    );
    return first === ""
      ? [".PP", text]
      : [".TP", first.includes("`") ? inline(first) : bold(inline(first)), text];
  });
}

function blockLines(block: string): readonly string[] {
  const lines = block.split("\n").filter((line) => !line.startsWith("<!--"));
  const [first = ""] = lines;
  const [, level, heading = ""] = /^(#+) (.*)/.exec(first) ?? [];
  if (first === "") return [];
  if (level !== undefined)
    return level === "#" ? [] : [`.${level === "##" ? "SH" : "SS"} ${inline(heading)}`];
  if (first.startsWith("|")) return tableLines(lines);
  if (first.startsWith("    ")) return [".PP", ".nf", ...lines.map((line) => literal(line)), ".fi"];
  if (!first.startsWith("- ")) return [".PP", inline(lines.join("\n"))];
  const items = lines.join("\n").slice(2).split("\n- ");
  return items.flatMap((item) => [".IP \\(bu 2", inline(item)]);
}

/** A page of the guide in section 7, of which the first paragraph follows its name. */
export function guideManual(name: GuidePage, page: string, release: Release): string {
  return `${[
    heading(`WEIR-${name.toUpperCase()}`, 7, release),
    ".SH NAME",
    `weir\\-${literal(name)} \\- ${literal(guidePages[name])}`,
    `.SH ${literal(guideTitle(page))}`,
    ...guideText(page)
      .split(/\n{2,}/)
      .flatMap(blockLines),
  ].join("\n")}\n`;
}
