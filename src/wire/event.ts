/** How an event is declared: its type, and what it says. */
import * as z from "zod";
import { type RequiredKey, type Rules, withRules } from "./object.ts";

export const eventId = z.int();

/** Of every event, and of those with several forms. */
export const everyRule = {
  id: "It is acknowledged by its ID.",
  type: "It says what happened.",
  op: "It says what happened.",
} as const;

type EventRules<Shape extends z.ZodRawShape> = Omit<Rules<Shape>, "op">;

/** An event of that type, and what it says; all of its keys are optional if it has no rules. */
export function event<const Type extends string, const Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
  ...[rules]: [Exclude<RequiredKey<Shape>, "op">] extends [never]
    ? readonly [EventRules<Shape>?]
    : readonly [EventRules<Shape>]
) {
  return withRules(z.looseObject({ id: eventId, type: z.literal(type), ...shape }), {
    ...everyRule,
    ...rules,
  });
}

/** Of the key that says what changed. */
export const changes = "It says what changed.";

/** For events that say nothing else. */
export function all<Key extends string>(key: Key): Readonly<Record<Key, string>> {
  return { [key]: changes } as Record<Key, string>;
}
