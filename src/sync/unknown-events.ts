/** Ignores events and fields of newer servers that weir does not know, and logs each once. */
import { type Log, oncePerName } from "#base/log.ts";
import { unknownKeys } from "#wire/event-keys.ts";
import type { Event } from "#wire/events.ts";

/** A server that invents a name for each event does not fill the log. */
const maxNames = 500;

export type UnknownEvents = {
  /** An event of an unknown type, or with an unknown value at `path`. */
  readonly unknown: (type: string, path: string | undefined) => void;
  /** Checks for unknown keys. */
  readonly event: (event: Event) => void;
};

export function createUnknownEvents(log: Log): UnknownEvents {
  const once = oncePerName(maxNames);
  return {
    unknown: (type, path) =>
      once(`${type} ${path ?? ""}`, () => {
        if (path === undefined) log.note("Events have an unknown type.", { type });
        else log.note("Events have an unknown value.", { type, path });
      }),
    event: (event) => {
      for (const key of unknownKeys(event)) {
        once(`${event.type}.${key}`, () =>
          log.note("Events have an unknown key.", { type: event.type, key }),
        );
      }
    },
  };
}
