/** The rc file shared with the service's other tools, an account in the `[api]` section of an INI file; and new keys for it. */
import { type AccountResult, readAccount } from "./account.ts";

type RcEntry = {
  readonly number: number;
  readonly section: string;
  readonly key: string;
  readonly value?: string;
};

/**
 * Parses the account in an rc file. `path` is used in messages only.
 *
 * Other sections belong to other tools. Keys are case-insensitive and separated from their values by `=` or `:`, as
 * in the other tools. No value begins and ends with quotes of its own.
 */
export function readRc(text: string, path: string): AccountResult {
  const lines = linesOf(text).filter(({ section }) => section === "api");
  if (lines.length === 0) {
    return wrong(`${path} has no [api] section. It should contain email, key and site.`);
  }
  const valueless = lines.find(({ key, value }) => key !== "" && value === undefined);
  if (valueless) {
    return wrong(
      `${path}, line ${valueless.number}: ${valueless.key} has no value. Write ${valueless.key} = …`,
    );
  }
  const fields = Object.fromEntries(lines.map(({ key, value }) => [key, value]));
  return readAccount(fields, `${path}, section [api],`);
}

function wrong(sentence: string): AccountResult {
  return { kind: "wrong", sentence };
}

/** Every section header (with an empty key) and every entry. */
function linesOf(text: string): RcEntry[] {
  const lines: RcEntry[] = [];
  let section = "";
  for (const [at, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = written.trim();
    const number = at + 1;
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      section = header.trim();
      lines.push({ number, section, key: "", value: "" });
      continue;
    }
    const [, key = line, quoted] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    const value = quoted?.replace(/^(["'])(.*)\1$/, "$2");
    lines.push({ number, section, key: key.toLowerCase(), ...(value !== undefined && { value }) });
  }
  return lines;
}

/** With another key, and nothing else changed. Undefined if it has no account. */
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
