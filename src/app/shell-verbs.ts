/** `weir completion`, the candidates that its scripts ask for, and `weir man`. */
import { readFile } from "node:fs/promises";
import { type Configuration, chosenAccount, readConfiguration } from "#cli/accounts.ts";
import { candidates, completionScript, optionValue, shellNames } from "#cli/completion.ts";
import { Exit, exitCodes } from "#cli/exit-codes.ts";
import type { VerbOption } from "#cli/form-options.ts";
import { type Invocation, orList } from "#cli/invocation.ts";
import { noNames, parseNames } from "#cli/names-cache.ts";
import { isCommon, listOptions, longNames, type Verb } from "#cli/verb.ts";
import { namesPath, type Runtime, version } from "./runtime.ts";

/** Throws an Exit for an unknown shell. */
export function printCompletion({ argument }: Invocation): void {
  const shell = shellNames.find((name) => name === argument);
  if (shell === undefined) throw new Exit("misuse", `The shell must be ${orList(shellNames)}.`);
  process.stdout.write(completionScript(shell));
}

export function printManual(verbs: readonly Verb[]): void {
  process.stdout.write(manualPage(verbs, version));
}

/** From files only, because completion must not wait for a server. On any error there are no names. */
export async function printCandidates(
  words: readonly string[],
  verbs: readonly Verb[],
  runtime: Runtime,
): Promise<void> {
  const configuration = await readConfiguration(runtime, optionValue(words, "--config")).catch(
    () => undefined,
  );
  const names = configuration && (await cachedNames(words, configuration, runtime).catch(() => {}));
  const accounts = [...(configuration?.config.accounts.keys() ?? [])];
  const found = candidates(words, verbs, names ?? noNames, accounts);
  process.stdout.write(found.map((one) => `${one}\n`).join(""));
}

async function cachedNames(
  words: readonly string[],
  configuration: Configuration,
  runtime: Runtime,
) {
  const rc = optionValue(words, "--rc");
  const account = optionValue(words, "--account");
  const options = { rc, account, certBundle: undefined, allowHttp: false };
  const chosen = await chosenAccount(runtime, configuration, options);
  if (chosen === undefined) return undefined;
  return parseNames(await readFile(namesPath(runtime, chosen.account), "utf8"));
}

// The manual page, made from the table of verbs.

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
