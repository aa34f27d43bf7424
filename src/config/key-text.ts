/** Changes the key of an account in the text of its file: everything else in it is preserved. */
import { isHeaderOf, readConfig } from "./file.ts";
import { readRc } from "./rc.ts";

/** A quoted value on one line; what follows it is preserved. */
const keyLine = /^(\s*key\s*=\s*)(?:"[^"\\]*"|'[^']*')/;

/**
 * The configuration with another key for the account. Undefined if the key is written in a form that is not supported
 * here, such as an inline table.
 */
export function withConfigKey(text: string, name: string, key: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => isHeaderOf(line, name));
  const length = lines.slice(start + 1).findIndex((line) => line.trimStart().startsWith("["));
  const end = length === -1 ? lines.length : start + 1 + length;
  const at = lines.findIndex((line, row) => row > start && row < end && keyLine.test(line));
  const written = lines[at];
  if (start === -1 || written === undefined) return undefined;
  const line = written.replace(keyLine, (_, before: string) => `${before}${JSON.stringify(key)}`);
  const changed = lines.with(at, line).join("\n");
  const reading = readConfig(changed, "");
  if (reading.kind !== "config") return undefined;
  const found = reading.config.accounts.get(name);
  return found?.kind === "account" && found.account.key === key ? changed : undefined;
}

/** The rc file with another key. Undefined if it has no account. */
export function withRcKey(text: string, key: string): string | undefined {
  let section = "";
  const changed = text
    .split(/(?<=\n)/)
    .map((line) => {
      section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
      if (section !== "api") return line;
      return line.replace(/^(\s*key\s*[=:]\s*)[^\r\n]*/i, (_, before: string) => before + key);
    })
    .join("");
  const reading = readRc(changed, "");
  return reading.kind === "account" && reading.account.key === key ? changed : undefined;
}
