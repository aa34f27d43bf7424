/** What the account's server is too old for, in sentences below the list of calls. */
import { lacksAt } from "#wire/levels.ts";

/** Empty where nothing is known of a server, and where it lacks nothing that a person would miss. */
export function lacksText(level: number | undefined): string {
  const lacks = level === undefined ? [] : lacksAt(level);
  if (lacks.length === 0) return "";
  return [`Your server has level ${level}. It`, ...lacks.map((lack) => `  ${lack}`), ""].join("\n");
}
