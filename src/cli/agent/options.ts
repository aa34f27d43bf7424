/**
 * The options of `weir mcp`, and how they are read without the parser of all commands: this program runs for long, many
 * times at once, and should take little memory.
 */
import type { VerbOption } from "#cli/form-options.ts";
import type { Invocation } from "#cli/invocation.ts";
import { accountOptions } from "#cli/verb.ts";

export const mcpOptions: readonly VerbOption[] = [
  {
    flags: "--allow <place>",
    description: "let it read this stream, topic or person only; repeat it for several",
    repeats: true,
  },
  { flags: "--no-direct", description: "let it read no direct messages" },
  ...accountOptions,
];

/** `--allow-http` as `allowHttp` */
function nameOf(long: string): string {
  return long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type Values = Record<string, string | boolean | readonly string[]>;

/** Takes the first option of the words; false if it is none. */
function takeOption(rest: string[], options: Values): boolean {
  const long = rest.shift() ?? "";
  const option = mcpOptions.find(({ flags }) => flags.split(" ")[0] === long);
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

/** What the words after `weir mcp` mean; undefined: they are not only options as they are declared. */
export function mcpInvocation(words: readonly string[]): Invocation | undefined {
  const options: Values = { direct: true };
  const rest = words.flatMap((word) => {
    const [, long = "", value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    return value === undefined ? [word] : [long, value];
  });
  while (rest.length > 0) if (!takeOption(rest, options)) return undefined;
  return { verb: "mcp", argument: undefined, second: undefined, args: [], options };
}
