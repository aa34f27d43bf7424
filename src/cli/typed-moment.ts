/** Times as arguments, in the future or in the past. */
import { safeLine } from "#base/safe-text.ts";
import { parseMoment } from "#base/time.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import { Exit } from "./exit-codes.ts";

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

async function typed(text: string, now: number): Promise<number> {
  const parse = await typedTimeParser();
  const found = parse(text, now)?.at ?? (/^\d{9,}$|T\d/.test(text) ? parseMoment(text) : undefined);
  if (found !== undefined) return found;
  throw new Exit(
    "usage",
    `"${safeLine(text)}" is not a time. Examples: tomorrow 9:00, in 2h, mon 14:30, 2026-12-01 10:00.`,
  );
}

/** UNIX seconds of a time before now; `2h` is two hours ago. Throws an Exit for any other text. */
export async function pastMoment(text: string, now: number): Promise<number> {
  const [, count, unit = ""] = /^(\d+)\s*([smhdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return now - Number(count) * (units[unit] ?? 1);
  const at = await typed(text, now);
  if (at <= now) return at;
  // The parser reads "mon" and "9:00" as the next ones.
  const week = units["w"] ?? 0;
  const day = units["d"] ?? 0;
  const earlier = at - (at - now > day ? week : day);
  if (earlier <= now) return earlier;
  throw new Exit("usage", `"${safeLine(text)}" is in the future.`);
}

/** UNIX seconds of a future time. Throws an Exit for any other text. */
export async function comingMoment(text: string, now: number): Promise<number> {
  const at = await typed(text, now);
  if (at > now) return at;
  throw new Exit("usage", `"${safeLine(text)}" is in the past.`);
}
