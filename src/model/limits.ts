/**
 * Checks texts and files against the realm's limits before they are sent, so that a refusal never loses text; and
 * splits texts.
 */
import { counted } from "#base/counted.ts";
import type { Realm } from "./replica.ts";

/** A sentence for the user; undefined when the server will accept the text or the file. */
export type Problem = string | undefined;

/** Lengths are counted in code points, as servers do. */
function tooLong(text: string, limit: number, what: string): Problem {
  const over = -charactersLeft(text, limit);
  if (over <= 0) return undefined;
  const characters = counted(over, "character");
  return `${what} is ${characters} too long; the limit is ${limit}.`;
}

/** How many more characters fit; negative beyond the limit. Leading and trailing white space does not count. */
export function charactersLeft(text: string, limit: number): number {
  const trimmed = text.trim();
  let count = trimmed.length;
  // A text has no more code points than UTF-16 units, so only texts near the limit need counting.
  if (count < limit) return limit - count;
  for (let at = 0; at < trimmed.length; at += 1) {
    const unit = trimmed.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && (trimmed.codePointAt(at) ?? 0) > 0xffff) {
      count -= 1;
      at += 1;
    }
  }
  return limit - count;
}

/** Servers refuse U+0000 anywhere. */
function withNull(text: string, what: string): Problem {
  return text.includes("\0")
    ? `${what} contains a null byte, which servers reject: delete it.`
    : undefined;
}

/** The remaining room is shown below this share of the limit, but at least below a number of characters. */
const warnsBelow = 0.1;
const warnsLast = 10;

/** `12 left` near a limit, `3 too long` beyond it; undefined if there is enough room. */
export function roomLeft(text: string, limit: number): string | undefined {
  const left = charactersLeft(text, limit);
  if (left < 0) return `${-left} too long`;
  return left > Math.max(limit * warnsBelow, warnsLast) ? undefined : `${left} left`;
}

export function messageProblem({ maxMessageLength }: Realm, content: string): Problem {
  const what = "The message";
  const length = tooLong(content, maxMessageLength, what);
  return withNull(content, what) ?? (length && `${length} Shorten it, or send it in parts.`);
}

export function noteProblem({ maxReminderNoteLength }: Realm, note: string): Problem {
  const what = "The note";
  return withNull(note, what) ?? tooLong(note, maxReminderNoteLength, what);
}

export function topicProblem({ maxTopicLength }: Realm, topic: string): Problem {
  const what = "The topic";
  return withNull(topic, what) ?? tooLong(topic, maxTopicLength, what);
}

const mebibyte = 1_048_576;

/** Rounded up, so that what exceeds a limit also reads so. */
function sizeText(bytes: number): string {
  if (bytes < mebibyte) return `${Math.ceil(bytes / 1024)} KiB`;
  return `${(Math.ceil((bytes / mebibyte) * 10) / 10).toFixed(1)} MiB`;
}

/** Why the server will not take a file of that size. */
export function fileProblem(
  { maxUploadSize: limit }: Pick<Realm, "maxUploadSize">,
  { name, size }: { readonly name: string; readonly size: number },
): Problem {
  if (size === 0) return `${name} is empty.`;
  if (limit === undefined || size <= limit) return undefined;
  return `${name} has ${sizeText(size)}; this server takes files of up to ${sizeText(limit)}.`;
}

// Splits a text that exceeds the message limit.

type Fence = { readonly opening: string; readonly mark: string };

/** The fence that is open after the line; `open` is the one before it. */
function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const [, mark = "", rest = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (mark === "") return open;
  if (open === undefined) return { opening: line, mark };
  const closes = rest.trim() === "" && mark.startsWith(open.mark);
  return closes ? undefined : open;
}

/**
 * Parts of at most `limit` code points, split between lines, preferably at blank ones; split code continues in a fence
 * of its own. A line that is too long is split anywhere.
 */
export function splitMessage(text: string, limit: number): readonly string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  let fence: Fence | undefined;
  const close = () => {
    if (fence !== undefined) part.push(fence.mark);
    const whole = part.join("\n").trim();
    if (whole !== "") parts.push(whole);
    part = fence === undefined ? [] : [fence.opening];
    size = fence === undefined ? 0 : lengthOf(fence.opening) + 1;
  };
  const room = () => limit - (fence === undefined ? 0 : lengthOf(fence.mark) + 1);
  const reserve = /^[ \t]*(?:`{3}|~{3})/m.test(text) ? Math.min(200, Math.floor(limit / 2)) : 0;
  const most = Math.max(1, limit - reserve);
  for (const line of text.split("\n").flatMap((each) => pieces(each, most))) {
    const length = lengthOf(line) + 1;
    const isNear = fence === undefined && line.trim() === "" && size > limit * 0.7;
    if (size + length - 1 > room() || isNear) close();
    part.push(line);
    size += length;
    fence = fenceAfter(line, fence);
  }
  fence = undefined;
  close();
  return parts;
}

function lengthOf(text: string): number {
  return [...text].length;
}

function pieces(line: string, most: number): readonly string[] {
  if (line.length <= most) return [line];
  const points = [...line];
  const count = Math.ceil(points.length / most);
  return Array.from({ length: count }, (_, at) =>
    points.slice(at * most, (at + 1) * most).join(""),
  );
}

const truncationMark = "\n[message truncated]";

/**
 * `text` without leading newlines and trailing white space, with normalized line endings, truncated to `limit` code
 * points. Idempotent, so both sides of a comparison may be passed through it.
 */
export function storedContent(text: string, limit: number): string {
  const trimmed = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^\n+/, "")
    .replace(/[\s\u0085]+$/u, "");
  if (trimmed.length <= limit) return trimmed;
  const points = [...trimmed];
  if (points.length <= limit) return trimmed;
  return points.slice(0, limit - truncationMark.length).join("") + truncationMark;
}
