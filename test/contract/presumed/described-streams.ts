/** The streams that recorded events describe. */
import type { StreamFacts } from "#realm/state/streams.ts";
import { type Happening, readEverywhere, type Sequence } from "../../support/recordings.ts";
import type { Fields } from "../fields.ts";
import type { Event } from "./past.ts";

/** Every object within that describes a stream. */
function streamsWithin(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(streamsWithin);
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Fields;
  const isStream = typeof fields["stream_id"] === "number" && "invite_only" in fields;
  return isStream ? [fields] : Object.values(fields).flatMap(streamsWithin);
}

/** The events by which those who made streams, or were put into new ones, learned of them. */
function makings(happenings: readonly Happening[]): readonly Event[] {
  return happenings
    .filter(({ action }) => [action].flat().some(({ path }) => path?.endsWith("/subscriptions")))
    .flatMap(({ seen_by: seen }) => Object.values(seen).flat() as Event[])
    .filter(({ type, op }) => type === "stream" && op === "create");
}

let known: ReadonlyMap<number, Fields> | undefined;

/** Every stream that any recorded event describes, by ID: as it was when it was made, where that is told. */
export function described(): ReadonlyMap<number, Fields> {
  if (known !== undefined) return known;
  const happenings = readEverywhere<Happening>("events/**/*.json").map(([, one]) => one);
  const sequences = readEverywhere<Sequence>("sequences/*.json").map(([, { steps }]) => steps);
  const all = [...sequences, ...happenings.map(({ seen_by: seen }) => seen).toReversed()];
  // Of several the last one stays.
  const found = [...streamsWithin(all), ...streamsWithin(makings(happenings))];
  known = new Map(found.map((fields) => [Number(fields["stream_id"]), fields]));
  return known;
}

/** A stream of the wire as the realm keeps it. */
export function factsOf(fields: Fields): StreamFacts {
  const retention = fields["message_retention_days"];
  return {
    ...{ id: Number(fields["stream_id"]), name: String(fields["name"]), color: "#76ce90" },
    description: String(fields["description"] ?? ""),
    inviteOnly: fields["invite_only"] === true,
    isWebPublic: fields["is_web_public"] === true,
    historyPublic: fields["history_public_to_subscribers"] !== false,
    postPolicy: Number(fields["stream_post_policy"] ?? 1),
    createdAt: Number(fields["date_created"] ?? 0),
    retention: typeof retention === "number" ? retention : null,
    removers: Number(fields["can_remove_subscribers_group"]),
    creatorId: typeof fields["creator_id"] === "number" ? fields["creator_id"] : null,
    isDefault: false,
    isArchived: false,
  };
}
