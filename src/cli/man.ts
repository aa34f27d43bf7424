/** `weir man`: the manual page, made from the table of verbs. */
import { exitCodes } from "./exit-codes.ts";
import type { VerbOption } from "./form-options.ts";
import { isCommon, listOptions, longNames, type Verb } from "./verb.ts";

/** Text as troff takes it literally. */
function literal(text: string): string {
  return text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}

function described({ flags, description }: VerbOption): readonly string[] {
  return [".TP", `.B ${literal(flags)}`, literal(description)];
}

function section(verb: Verb): string {
  const { name, argument = "", description, options, examples = [], fields, isFinal } = verb;
  const own = options.filter((option) => !isCommon(option) && option.isHidden !== true);
  const names = longNames(options.filter(isCommon));
  return [
    `.SS ${literal(`weir ${name} ${argument}`.replace(/ +/g, " ").trim())}`,
    `${literal(description.charAt(0).toUpperCase() + description.slice(1))}.`,
    ...(isFinal ? ["This cannot be undone."] : []),
    ...own.flatMap(described),
    ...(names === "" ? [] : [".PP", literal(`Common options: ${names}.`)]),
    ...(fields === undefined ? [] : [".PP", literal(`Fields of --json: ${fields.join(", ")}.`)]),
    ...(examples.length === 0 ? [] : [".PP", ".nf", ...examples.map(literal), ".fi"]),
  ].join("\n");
}

export function manualPage(verbs: readonly Verb[], version: string): string {
  const exits = Object.values(exitCodes).flatMap(({ code, description }) => [
    ".TP",
    `.B ${code}`,
    literal(description),
  ]);
  return `${[
    `.TH WEIR 1 "" "weir ${version}"`,
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
    ".SH FILES",
    literal(
      "~/.config/weir/config.toml, or the same under XDG_CONFIG_HOME, holds options, key bindings and accounts. weir doctor prints its path.",
    ),
    ".SH ENVIRONMENT",
    literal("WEIR_SITE, WEIR_EMAIL and WEIR_API_KEY name an account. NO_COLOR turns colours off."),
  ].join("\n")}\n`;
}
