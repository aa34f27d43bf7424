/**
 * Reads the options of a verb without the parser of all commands: for programs that run for long, and should take little
 * memory.
 */
import type { VerbOption } from "./form-options.ts";
import type { Invocation } from "./invocation.ts";

/** `--allow-http` as `allowHttp` */
function nameOf(long: string): string {
  return long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type Values = Record<string, string | boolean | readonly string[]>;

/** Takes the first option of the words; false if it is none. */
function takeOption(rest: string[], declared: readonly VerbOption[], options: Values): boolean {
  const long = rest.shift() ?? "";
  const option = declared.find(({ flags }) => flags.split(" ")[0] === long);
  if (option === undefined) return false;
  if (!option.flags.includes("<")) {
    const isOff = long.startsWith("--no-");
    options[nameOf(isOff ? `--${long.slice("--no-".length)}` : long)] = !isOff;
    return true;
  }
  const value = rest.shift();
  if (value === undefined || value.startsWith("-")) return false;
  const before = options[nameOf(long)];
  const list = Array.isArray(before) ? before : [];
  options[nameOf(long)] = option.repeats === true ? [...list, value] : value;
  return true;
}

/** What the words after the verb mean, if they are only options as they are declared. */
export function optionsAlone(
  verb: string,
  declared: readonly VerbOption[],
  words: readonly string[],
): Invocation | undefined {
  const off = declared.filter(({ flags }) => flags.startsWith("--no-"));
  const options: Values = Object.fromEntries(
    off.map(({ flags }) => [nameOf(`--${flags.slice("--no-".length)}`), true]),
  );
  const rest = words.flatMap((word) => {
    const [, long = "", value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    return value === undefined ? [word] : [long, value];
  });
  while (rest.length > 0) if (!takeOption(rest, declared, options)) return undefined;
  return { verb, argument: undefined, second: undefined, args: [], options };
}
