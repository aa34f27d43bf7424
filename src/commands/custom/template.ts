/** Texts of a command with values in braces, and the same values as variables of a shell's environment. */
import type { Run } from "#config/custom-commands.ts";

/** `{topic}`; in two braces it is the text itself. */
const braced = /\{\{([a-z][\w.]*)\}\}|\{([a-z][\w.]*)\}/gi;

export type Values = Readonly<Record<string, string>>;

/** The names of the values that stand in the text. */
export function namesIn(text: string): readonly string[] {
  return [...text.matchAll(braced)].flatMap(([, , name]) => (name === undefined ? [] : [name]));
}

/** Each value replaces its name as it is, and is not looked at again. */
export function filled(text: string, values: Values): string {
  return text.replace(braced, (_, literal: string | undefined, name: string) =>
    literal === undefined ? (values[name] ?? "") : `{${literal}}`,
  );
}

/** The variable that has the value: `WEIR_MESSAGE_CONTENT`. */
export function variableOf(name: string): string {
  return `WEIR_${name.replaceAll(".", "_").toUpperCase()}`;
}

/** In bytes: a system passes on no longer ones, nor arguments that are much longer. */
const longestVariable = 100_000;

/** The values by the names of their variables, without those that are too long for one. */
export function variablesOf(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isTooLong(value))
      .map(([name, value]) => [variableOf(name), value]),
  );
}

/** The first of these values that would be an argument or a variable, and is too long for one. */
export function tooLongIn(texts: readonly string[], values: Values): string | undefined {
  const named = new Set(texts.flatMap(namesIn));
  const isUsed = (name: string) =>
    named.has(name) || texts.some((text) => text.includes(variableOf(name)));
  return Object.keys(values).find((name) => isTooLong(values[name] ?? "") && isUsed(name));
}

function isTooLong(value: string): boolean {
  return Buffer.byteLength(value) > longestVariable;
}

const startValue = /^\{([a-z][\w.]*)\}/i;
/** A value of a shell's line that begins a word. */
const startValueInLine = /(?<=\s"?)\{([a-z][\w.]*)\}/gi;
const optionsEnd = "--";

/** A program with its arguments, or a shell's line. */
export type Written =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | Extract<Run, { kind: "shell" }>;

/**
 * The values that begin an argument, where a program may take them for an option, such as `--output=…`; a `--` ends the
 * options.
 */
export function valuesLikeOptions(run: Written, values: Values): readonly string[] {
  const names = run.kind === "words" ? startsOfWords(run.words) : startsInLine(run.line);
  return names.filter((name) => values[name]?.startsWith("-"));
}

function startsOfWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf(optionsEnd);
  return (end === -1 ? words : words.slice(0, end)).flatMap(
    (word) => startValue.exec(word)?.[1] ?? [],
  );
}

function startsInLine(line: string): readonly string[] {
  const [options = ""] = withWholeQuotes(line).split(/\s--\s/);
  return [...options.matchAll(startValueInLine)].flatMap(([, name]) => name ?? []);
}

/** Without the blanks in quotes, after which no word begins; a line that only a shell can divide stays as it is. */
function withWholeQuotes(line: string): string {
  if (/[#\n]|\$\{/.test(line)) return line;
  return line.replace(shellToken, (token) =>
    /^["']/.test(token) ? token.replace(/\s/g, "_") : token,
  );
}

/** In these a value would stand in a text that a shell or another program reads again, or not be replaced. */
const unsure =
  /`|\$\(|<<|\s-\w*c\b|\|\s*(?:ba|da|z|k)?sh\b|\b(?:eval|trap|alias|ssh|mosh|tmux|screen|watch|parallel|[gmn]?awk|sed|expect)\s|\b(?:perl|ruby|node|php|lua|osascript)\b.*\s-/;
/** What a shell reads as one: a quoted text, an escaped character; and values. */
const shellToken = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\{\{[a-z][\w.]*\}\}|\{[a-z][\w.]*\}/gi;

/**
 * The line with variables in the places of the values, quoted as the place needs it; a sentence if a value could be read as
 * a part of the line.
 */
export function shellLine(line: string): { readonly line: string } | string {
  const [first] = namesIn(line);
  if (first === undefined) return { line: filled(line, {}) };
  const instead = `write "$${variableOf(first)}" there, or make run a list`;
  const elsewhere = `write "$${variableOf(first)}" where no program reads it as one, or write it in input`;
  if (unsure.test(line)) return `{${first}} could be read as a command: ${elsewhere}`;
  const isFixed = (token: string) => token.startsWith("'") && namesIn(token).length > 0;
  if ([...line.matchAll(shellToken)].some(([token]) => isFixed(token)))
    return `in single quotes {${first}} stays as it is: ${instead}`;
  return { line: line.replace(shellToken, withVariables) };
}

/** They run the program that follows, with its options before it. */
const wrappers = /^(?:sudo|doas|env|nice|nohup|setsid|stdbuf|time|timeout|xargs|exec|command)$/;
/** Their arguments are read by a shell, here or elsewhere, all of them or where one least expects it. */
const joining = /^(?:ssh|mosh|tmux|screen|watch|parallel|eval)$/;
/** They run a text that follows an option. */
const interpreters =
  /^(?:(?:ba|da|z|k|mk|a|c|tc|fi|y|xon)?sh|nu|elvish|busybox|pwsh|python[\d.]*|perl|ruby|node|deno|bun|php|lua[\d.]*|Rscript|julia|osascript|psql|mysql|mariadb|su|script|n?vim?|ex|emacs(?:client)?)$/;
const editors = /^(?:n?vim?|ex|emacs(?:client)?)$/;
const textOption = /^(?:-\w*[cerpE]|--(?:eval|command|cmd|print))$/;
const textInOption = /^(?:-\w*[cerpE][^\w-]|--(?:eval|command|cmd|print)=)/;
/** Their first argument that is no option is a text that they run. */
const scripted = /^(?:[gmn]?awk|sed|expect|m4|sqlite3?|duckdb)$/;
/** What follows these is a text of commands for most programs, known here or not; for git it is a setting. */
const commandOption = /^(?:-c|--command|--eval)$/;

/**
 * Why a value in the arguments of a program could be read as a command, however it reaches the program; undefined if none
 * could.
 */
export function argumentProblem(words: readonly string[], input = ""): string | undefined {
  const at = commandAt(words);
  const program = programName(words[at]);
  const given = words.slice(at + 1);
  const [argument] = textsReadBy(program, given).flatMap(namesIn);
  const value = argument ?? (runsInput(program, given) ? namesIn(input)[0] : undefined);
  if (value === undefined) return undefined;
  const otherwise = argument === undefined ? "" : ", or write it in input";
  return `${program} could read {${value}} as a command: let it read the variable ${variableOf(value)}${otherwise}`;
}

function programName(word = ""): string {
  return word.replace(/^.*[/\\]/, "").replace(/\.exe$/i, "");
}

/**
 * Where the program is that is run in the end: the first that would read values. A shell may stand behind anything, such as
 * a terminal or a container; others are arguments themselves, but for wrappers.
 */
function commandAt(words: readonly string[]): number {
  const isWrapped = wrappers.test(programName(words[0]));
  const reads = (word: string, at: number) => {
    const patterns = isWrapped || at === 0 ? [interpreters, joining, scripted] : [interpreters];
    return patterns.some((pattern) => pattern.test(programName(word)));
  };
  return Math.max(0, words.findIndex(reads));
}

/** The arguments that are a text of commands, or contain one. */
function textsReadBy(program: string, given: readonly string[]): readonly string[] {
  if (joining.test(program)) return given;
  if (interpreters.test(program))
    return given.filter(
      (word, at) => textOption.test(given[at - 1] ?? "") || textInOption.test(word),
    );
  // What an option is given, such as a variable, is told from the text only by what it is.
  if (scripted.test(program)) return given;
  return program === "git" ? [] : given.filter((_, at) => commandOption.test(given[at - 1] ?? ""));
}

/** Whether what it reads on its standard input are commands. */
function runsInput(program: string, given: readonly string[]): boolean {
  const plain = given.filter((word) => !word.startsWith("-"));
  if (program === "ssh") return plain.length <= 1;
  const reads = interpreters.test(program) && !editors.test(program);
  return reads && (plain.length === 0 || given.includes("-s"));
}

function withVariables(token: string): string {
  const isQuoted = token.startsWith('"');
  const variables = namesIn(token).map((name) => {
    const variable = `\${${variableOf(name)}}`;
    return [name, isQuoted ? variable : `"${variable}"`];
  });
  return filled(token, Object.fromEntries(variables));
}
