/** What a realm does to texts and topics before it takes them. Lengths are code points. */

import { Refusal } from "#realm/failures.ts";
import { limits } from "#wire/limits.ts";

const cut = "\n[message truncated]";

function shortened(text: string, limit: number, ending: string): string {
  if (text.length <= limit) return text;
  const points = [...text];
  if (points.length <= limit) return text;
  return points.slice(0, limit - ending.length).join("") + ending;
}

/** A message's text as it is kept; throws when nothing is left of it. */
export function normalContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, "");
  if (trimmed === "") throw new Refusal("Message must not be empty");
  if (trimmed.includes("\0")) throw new Refusal("Message must not contain null bytes");
  return shortened(trimmed, limits.messageLength, cut);
}

/** A topic as it is kept. */
export function normalTopic(topic: string): string {
  const trimmed = topic.trim();
  if (trimmed === "") throw new Refusal("Topic can't be empty!");
  let position = 0;
  for (const point of trimmed) {
    position += 1;
    if (/[\p{Cc}\p{Cs}\p{NChar}]/u.test(point)) {
      throw new Refusal(`Invalid character in topic, at position ${position}!`);
    }
  }
  return cutTopic(trimmed);
}

/** A topic of any length as one that fits. */
export function cutTopic(topic: string): string {
  return shortened(topic, limits.topicLength, "...");
}
