/** Cards of people and streams: what is known of them, and the keys for what can be done with them. */
import type { DialogOf } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import { personCard } from "./person-card.ts";
import { streamCard } from "./stream-card.ts";

export function cardBody(facts: Facts, { about }: DialogOf<"card">): Body {
  const card = about.kind === "person" ? personCard(facts, about.id) : streamCard(facts, about.id);
  return { ...card, typed: undefined, placeholder: "", chosen: -1 };
}
