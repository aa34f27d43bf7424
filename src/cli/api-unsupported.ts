/** What the account's server is too old for, in sentences below the list of calls. */
import { unsupportedAt } from "#wire/levels.ts";

/** Empty if the server is unknown, and if it supports everything that users would notice. */
export function unsupportedText(level: number | undefined): string {
  const lacks = level === undefined ? [] : unsupportedAt(level);
  if (lacks.length === 0) return "";
  return [`Your server has level ${level}. It`, ...lacks.map((lack) => `  ${lack}`), ""].join("\n");
}
