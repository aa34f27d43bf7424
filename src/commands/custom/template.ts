/** Texts of a command with values in braces, and the same values as variables of a shell's environment. */

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

/** The first of these values that would be an argument or a variable, and is too long for one; undefined: there is none. */
export function tooLongIn(texts: readonly string[], values: Values): string | undefined {
  const named = new Set(texts.flatMap(namesIn));
  const isUsed = (name: string) =>
    named.has(name) || texts.some((text) => text.includes(variableOf(name)));
  return Object.keys(values).find((name) => isTooLong(values[name] ?? "") && isUsed(name));
}

function isTooLong(value: string): boolean {
  return Buffer.byteLength(value) > longestVariable;
}

/** In these a value would stand in a text that a shell reads again, or not be replaced. */
const unsure = /`|\$\(|<<|\beval\b|\s-\w*c\b/;
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
  if (unsure.test(line)) return `a shell could read {${first}} as a command: ${instead}`;
  const isFixed = (token: string) => token.startsWith("'") && namesIn(token).length > 0;
  if ([...line.matchAll(shellToken)].some(([token]) => isFixed(token)))
    return `in single quotes {${first}} stays as it is: ${instead}`;
  return { line: line.replace(shellToken, withVariables) };
}

function withVariables(token: string): string {
  const isQuoted = token.startsWith('"');
  const variables = namesIn(token).map((name) => {
    const variable = `\${${variableOf(name)}}`;
    return [name, isQuoted ? variable : `"${variable}"`];
  });
  return filled(token, Object.fromEntries(variables));
}
