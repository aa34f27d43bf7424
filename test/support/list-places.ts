/** A place of every kind of list in the small realm. */
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import type { StreamId } from "#wire/ids.ts";
import { streams } from "./small-blueprint.ts";

function placeOf(kind: ListKind): ListPlace {
  const text = "rolling";
  if (kind === "search") return { kind, text, terms: [{ operator: "search", operand: text }] };
  // Five minutes before the realm's time.
  if (kind === "digest") return { kind, since: 1_795_174_620 };
  return kind === "topics" ? { kind, streamId: streams.dev as StreamId } : { kind };
}

export const listPlaces = (Object.keys(listNames) as ListKind[]).map(
  (kind) => [kind, placeOf(kind)] as const,
);
