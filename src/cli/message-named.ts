/** A message as an argument: its ID, or a link to it. */
import { safeLine } from "#base/safe-text.ts";
import type { MessageId } from "#wire/ids.ts";
import { Exit } from "./exit-codes.ts";
import { splitPlace } from "./written-place.ts";

/** Throws an Exit for what names no message. */
export function messageNamed(word: string): MessageId {
  const { place } = splitPlace([word]);
  if (place?.kind === "message") return place.id;
  const near = place?.kind === "link" && place.terms.find(({ operator }) => operator === "near");
  if (near) return Number(near.operand) as MessageId;
  throw new Exit("usage", `"${safeLine(word)}" is neither a message's ID nor a link to one.`);
}
