/** A poll in Acme with two votes. */
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, ana, backend, bo, withMessages, you } from "./acme.ts";
import * as make from "./make.ts";
import { step } from "./replica.ts";

export const lunchId = 2001 as MessageId;
export const lunch = { streamId: backend, topic: "lunch" };

/** The first option contains an escape sequence; Bo and the user voted for it. */
export function lunchPoll(): Replica {
  const spec = { by: ana, text: "/poll Lunch?\nsoup\nsalad", to: lunch };
  const before = withMessages(acme(), [{ ...spec, at: "11:41" }], lunchId);
  const poll = {
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: ["soup\u001b[2J", "salad"] },
  };
  const vote = { type: "vote", key: "canned,0", vote: 1 };
  const parts = [
    [ana, poll],
    [bo, vote],
    [you, vote],
  ] as const;
  return parts.reduce((replica, [by, content], at) => {
    const facts = { message_id: lunchId, submessage_id: at + 1, sender_id: by, msg_type: "widget" };
    const body = { ...facts, content: JSON.stringify(content) };
    return step(replica, make.event("submessage", { id: replica.lastEvent + 1, ...body }));
  }, before);
}
