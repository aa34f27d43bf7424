/** Whether a formula can be set: known commands, with what they need behind them, and everything closed that was opened. */
import {
  displayEnvironments,
  environments,
  oneArgument,
  plainCommands,
  sizedDelimiters,
  textCommands,
  twoArguments,
} from "./tex-words.ts";

/** Where in the tokens reading is, and what surrounds it. */
type Reading = { readonly tokens: readonly string[]; readonly isDisplay: boolean; at: number };

/** Deeper than this nobody writes; the parser of the servers gives up, too. */
const deepest = 200;

/** Definitions change what later commands mean; a formula that makes some is taken for a good one. */
const definitions = /\\(?:def|gdef|edef|xdef|let|global|newcommand|renewcommand|providecommand)\b/;

export function isFormula(source: string, isDisplay: boolean): boolean {
  if (definitions.test(source)) return true;
  const tokens = source.replace(/(?<!\\)%.*$/gm, "").match(/\\[A-Za-z]+|\\[\s\S]|\S/gu) ?? [];
  const reading = { tokens, isDisplay, at: 0 };
  return isExpression(reading, [], 0) && reading.at === tokens.length;
}

function next({ tokens, at }: Reading): string | undefined {
  return tokens[at];
}

function takes(reading: Reading, token: string): boolean {
  if (next(reading) !== token) return false;
  reading.at += 1;
  return true;
}

/** Reads up to the end, or to one of `ends`, which is left to be read. A row of a table is told by `&` among them. */
function isExpression(reading: Reading, ends: readonly string[], depth: number): boolean {
  if (depth > deepest) return false;
  let infixes = 0;
  while (reading.at < reading.tokens.length) {
    const token = next(reading) ?? "";
    if (token === "&" && ends.includes("\\end")) reading.at += 1;
    else if (ends.includes(token)) return true;
    else if (/^\\(?:over|choose)$/.test(token)) {
      reading.at += 1;
      infixes += 1;
      if (infixes > 1) return false;
    } else if (!isAtom(reading, ends, depth)) return false;
  }
  return ends.length === 0;
}

/** One thing with what stands above and below it, each once; strokes stand above, and more may behind them. */
function isAtom(reading: Reading, ends: readonly string[], depth: number): boolean {
  const isBare = /^[\^_']$/.test(next(reading) ?? "");
  if (!isBare && !isThing(reading, ends, depth)) return false;
  let [isRaised, isLowered] = [false, false];
  for (let sign = scriptSign(reading); sign !== undefined; sign = scriptSign(reading)) {
    if (sign === "_" ? isLowered : isRaised) return false;
    if (sign === "_") isLowered = true;
    else isRaised = true;
    if (sign !== "'" && !isArgument(reading, depth)) return false;
  }
  return true;
}

/** The sign that what follows stands above or below, taken; strokes with more behind them count as that. */
function scriptSign(reading: Reading): "^" | "_" | "'" | undefined {
  if (takes(reading, "_")) return "_";
  if (takes(reading, "^")) return "^";
  if (!takes(reading, "'")) return undefined;
  while (takes(reading, "'"));
  return takes(reading, "^") ? "^" : "'";
}

function isArgument(reading: Reading, depth: number): boolean {
  const token = next(reading);
  return token !== undefined && !/^[}&^_']$/.test(token) && isThing(reading, [], depth);
}

function isThing(reading: Reading, ends: readonly string[], depth: number): boolean {
  const token = next(reading) ?? "";
  reading.at += 1;
  if (token === "{") return isExpression(reading, ["}"], depth + 1) && takes(reading, "}");
  if (!token.startsWith("\\")) return !/^[}&#$]$/.test(token);
  const command = token.slice(1);
  if (/^[^A-Za-z]/.test(command)) return /^[#&$%_{}|'`^~=.,>:;!\\/\s]/.test(command);
  if (command === "left") return isFenced(reading, depth);
  if (command === "begin") return isEnvironment(reading, depth);
  if (command === "middle") return ends.includes("\\right") && isDelimiter(reading);
  if (command === "hline" || command === "hdashline") return ends.includes("\\end");
  return isCommand(reading, command, depth);
}

function isCommand(reading: Reading, command: string, depth: number): boolean {
  if (sizedDelimiters.has(command)) return isDelimiter(reading);
  if (textCommands.has(command)) return isRaw(reading);
  if (command === "color") return isRaw(reading);
  if (/^(?:textcolor|colorbox|html\w+|href)$/.test(command)) {
    return isRaw(reading) && isArgument(reading, depth);
  }
  if (command === "tag") return reading.isDisplay && isRaw(reading);
  if (command === "url" || command === "hspace") return isRaw(reading);
  if (/^(?:sqrt|x[a-zA-Z]+|rule|raisebox|operatorname|smash)$/.test(command)) skipOption(reading);
  if (command === "operatorname" || command === "rule") takes(reading, "*");
  if (twoArguments.has(command)) return isArgument(reading, depth) && isArgument(reading, depth);
  if (oneArgument.has(command)) return isArgument(reading, depth);
  return plainCommands.has(command);
}

/** A size or a number of roots, in brackets. */
function skipOption(reading: Reading): void {
  const close = next(reading) === "[" ? reading.tokens.indexOf("]", reading.at) : -1;
  if (close >= 0) reading.at = close + 1;
}

/** Letters in braces that are no formula, or a single one. */
function isRaw(reading: Reading): boolean {
  if (!takes(reading, "{")) {
    reading.at += 1;
    return reading.at <= reading.tokens.length;
  }
  for (let open = 1; open > 0; reading.at += 1) {
    const token = next(reading);
    if (token === undefined) return false;
    if (token === "{") open += 1;
    if (token === "}") open -= 1;
  }
  return true;
}

const delimiter =
  /^(?:[()[\]/|<>.]|\\(?:[{}|]|[lr](?:t|angle|brace|brack|ceil|floor|group|moustache|[vV]ert|paren)|gt|langle|rangle|[vV]ert|backslash|(?:up|down|updown|Up|Down|Updown)arrow|[ul][lr]corner))$/;

function isDelimiter(reading: Reading): boolean {
  const token = next(reading) ?? "";
  reading.at += 1;
  return delimiter.test(token);
}

function isFenced(reading: Reading, depth: number): boolean {
  return (
    isDelimiter(reading) &&
    isExpression(reading, ["\\right"], depth + 1) &&
    takes(reading, "\\right") &&
    isDelimiter(reading)
  );
}

function isEnvironment(reading: Reading, depth: number): boolean {
  const name = nameOf(reading);
  const isKnown = environments.has(name) || (reading.isDisplay && displayEnvironments.has(name));
  if (!isKnown) return false;
  if (/array$|alignat|alignedat/.test(name) && !isRaw(reading)) return false;
  return (
    isExpression(reading, ["\\end"], depth + 1) &&
    takes(reading, "\\end") &&
    nameOf(reading) === name
  );
}

function nameOf(reading: Reading): string {
  const from = reading.at + 1;
  return isRaw(reading) ? reading.tokens.slice(from, reading.at - 1).join("") : "";
}
