/** What a program of the user's printed, and why there is nothing of use. */
import type { ProgramEnd } from "./command.ts";

/** Without characters that control a terminal, which a program may print. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Why there is nothing of use, as a predicate; undefined: there is. */
export function problemOf(end: ProgramEnd): string | undefined {
  if (end.kind === "failed") return `${end.because}.`;
  if (end.code === 0) return undefined;
  const last = lastLine(end.errors);
  return `ended with ${end.code}${last === "" ? "." : `: ${last}`}`;
}

export function lastLine(text: string): string {
  const lines = withoutControls(text).split("\n");
  return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
}
