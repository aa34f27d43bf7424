/** HTML entities (`&copy;`, `&#65;`): the only HTML that is interpreted in a message. */
import { characterOf, entity } from "#base/entities.ts";
import type { Replacement } from "./fragment.ts";

/** Entities become parts, so that no rule interprets the `#65` of `&#65;` as a ticket, or an encoded star as emphasis. */
export function entities(text: string): readonly Replacement[] {
  return [...text.matchAll(entity)].map((match) => {
    const [whole, decimal, hex, name] = match;
    const [start, end] = [match.index, match.index + whole.length];
    const make = () => ({ kind: "literal", text: characterOf(whole, decimal, hex, name) }) as const;
    return { start, from: start, to: start, end, make };
  });
}
