/** Validates and normalizes texts and topics. Lengths are in code points. */

import { Refusal } from "#realm/failures.ts";
import { limits } from "#wire/limits.ts";

const cut = "\n[message truncated]";

function shortened(text: string, limit: number, ending: string): string {
  if (text.length <= limit) return text;
  const points = [...text];
  if (points.length <= limit) return text;
  return points.slice(0, limit - ending.length).join("") + ending;
}

/** Throws if the text is too long; `name` is that of the parameter. */
export function requireLength(name: string, text: string, limit: number): void {
  if (text.length <= limit || [...text].length <= limit) return;
  throw new Refusal(`${name} is too long (limit: ${limit} characters)`);
}

/** The position of the first unprintable character, from 1; 0 if there is none. */
export function unprintableAt(text: string): number {
  return [...text].findIndex((point) => /[\p{Cc}\p{Cs}\p{NChar}]/u.test(point)) + 1;
}

/** A message's text as it is stored; throws if it is empty. */
export function normalContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, "");
  if (trimmed === "") throw new Refusal("Message must not be empty");
  if (trimmed.includes("\0")) throw new Refusal("Message must not contain null bytes");
  return shortened(trimmed, limits.messageLength, cut);
}

/** A topic as it is stored: truncated to the limit. */
export function normalTopic(topic: string): string {
  const trimmed = topic.trim();
  if (trimmed === "") throw new Refusal("Topic can't be empty!");
  const position = unprintableAt(trimmed);
  if (position > 0) throw new Refusal(`Invalid character in topic, at position ${position}!`);
  return cutTopic(trimmed);
}

/** Truncates a topic to the limit. */
export function cutTopic(topic: string): string {
  return shortened(topic, limits.topicLength, "...");
}
