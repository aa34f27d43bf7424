/** What a program of the user's printed, and why there is nothing of use. */
import { withoutControls } from "#base/safe-text.ts";
import type { ProgramEnd } from "./command.ts";

/** Why there is nothing of use, as a predicate. */
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
