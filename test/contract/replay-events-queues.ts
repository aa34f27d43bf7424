/** What the queues of the recordings had been registered with, by their names and what they heard. */
import type { Happening } from "../support/recordings.ts";
import type { Heard, Listening } from "./replay-events-hearing.ts";

type Named = readonly (readonly [string, Happening])[];

function heardBy(known: Named, queue: string): readonly Heard[] {
  return known.flatMap(([, { seen_by: seen }]) => (seen[queue] ?? []) as readonly Heard[]);
}

/** The words behind a person's name say what that queue is. */
function variant(known: Named, queue: string): Listening {
  const heard = heardBy(known, queue);
  if (/-types-named$/.test(queue)) {
    const types = new Set([
      "message",
      "user_topic",
      "muted_topics",
      ...heard.map(({ type }) => type),
    ]);
    return { event_types: [...types] };
  }
  if (/-raw-markdown$/.test(queue)) return { apply_markdown: false, slim_presence: false };
  if (/-all-public-streams$/.test(queue)) return { all_public_streams: true };
  if (!/-narrow-to-one-channel$/.test(queue)) return {};
  const names = heard.flatMap(({ message }) => {
    const told = message as Readonly<Record<string, unknown>> | undefined;
    return typeof told?.["display_recipient"] === "string" ? [told["display_recipient"]] : [];
  });
  return { narrow: [["channel", names[0] ?? "nowhere"]] };
}

/** By the folder of a recording and the name of a queue: the parameters that differ from the usual ones. */
export function listeningOf(known: Named): (name: string) => (queue: string) => Listening {
  return (name) => (queue) => ({
    ...(/\/no-capabilities\//.test(name) ? { client_capabilities: undefined } : {}),
    ...variant(known, queue),
  });
}
