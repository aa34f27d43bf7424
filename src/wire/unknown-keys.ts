/** Finds keys of events that weir does not know, from newer servers: they are kept and logged. */
import * as z from "zod";
import type { EventType } from "./event-types.ts";
import { type Event, events } from "./events.ts";
import { message } from "./message.ts";
import { isBranded } from "./server.ts";

function shapesOf(schema: z.ZodType): readonly z.ZodObject[] {
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.filter((option) => option instanceof z.ZodObject);
  return schema instanceof z.ZodObject ? [schema] : [];
}

function keysOf(schema: z.ZodType): ReadonlySet<string> {
  return new Set(shapesOf(schema).flatMap(({ shape }) => Object.keys(shape)));
}

const keysByType = new Map<EventType, ReadonlySet<string>>();

/** Created with the first event of a type. */
function knownKeys(type: EventType): ReadonlySet<string> {
  const before = keysByType.get(type);
  if (before !== undefined) return before;
  const keys = keysOf(events[type]);
  keysByType.set(type, keys);
  return keys;
}

const messageKeys = new Set(Object.keys(message.shape));

/** The keys that are in no schema, those of a message as `message.<key>`; their number is unbounded. */
export function unknownKeys(event: Event): readonly string[] {
  const declared = knownKeys(event.type);
  const strange = Object.keys(event).filter((key) => !declared.has(key) && !isBranded(key));
  if (event.type !== "message") return strange;
  const inside = Object.keys(event.message).filter((key) => !messageKeys.has(key));
  return [...strange, ...inside.map((key) => `message.${key}`)];
}
