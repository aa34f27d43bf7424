/** What a newer server says and weir does not know: kept or left aside without harm, and logged once. */
import { type Log, oncePerName } from "#base/log.ts";
import { unknownKeys } from "#wire/event-keys.ts";
import type { Event } from "#wire/events.ts";

/** A server that makes up a name for each event does not fill the log. */
const mostNames = 500;

export type News = {
  /** An event of a type, or with a word at `path`, that is not known. */
  readonly unknown: (type: string, path: string | undefined) => void;
  /** Looks for keys that are not known. */
  readonly event: (event: Event) => void;
};

export function createNews(log: Log): News {
  const once = oncePerName(mostNames);
  return {
    unknown: (type, path) =>
      once(`${type} ${path ?? ""}`, () => {
        if (path === undefined) log.note("Events of an unknown type arrive.", { type });
        else log.note("Events say a word that is not known.", { type, path });
      }),
    event: (event) => {
      for (const key of unknownKeys(event)) {
        once(`${event.type}.${key}`, () =>
          log.note("Events have a key that is not known.", { type: event.type, key }),
        );
      }
    },
  };
}
