/** The messages that any recording tells, for a realm to be born with. */
import type { BlueprintMessage } from "#realm/seed/blueprint.ts";
import {
  type Exchange,
  type Happening,
  readEverywhere,
  type Sequence,
} from "../support/recordings.ts";
import { type Fields, objects } from "./fields.ts";

/** Every object of a recording that looks like a message, by ID. */
function messagesIn(value: unknown, found: Map<number, Fields>): void {
  if (Array.isArray(value)) for (const one of value) messagesIn(one, found);
  else if (typeof value === "object" && value !== null) {
    const fields = value as Fields;
    const isMessage = ["id", "sender_id", "content", "display_recipient"].every(
      (key) => key in fields,
    );
    const isRaw = fields["content_type"] !== "text/html";
    if (isMessage && (isRaw || !found.has(Number(fields["id"]))))
      found.set(Number(fields["id"]), fields);
    else for (const one of Object.values(fields)) messagesIn(one, found);
  }
}

/** As a realm is born with it. */
export function messageOf(fields: Fields): BlueprintMessage {
  const place =
    typeof fields["stream_id"] === "number"
      ? { streamId: fields["stream_id"], topic: String(fields["subject"]) }
      : {
          to: objects(fields["display_recipient"])
            .map(({ id }) => Number(id))
            .sort((a, b) => a - b),
        };
  return {
    id: Number(fields["id"]),
    senderId: Number(fields["sender_id"]),
    content: String(fields["content"]),
    sentAt: Number(fields["timestamp"]),
    reactions: objects(fields["reactions"]).map(({ user_id: userId, emoji_name: name }) => ({
      userId: Number(userId),
      name: String(name),
    })),
    ...(objects(fields["edit_history"]).some((edit) => "prev_content" in edit)
      ? { editedFrom: "before" }
      : {}),
    ...place,
  };
}

let known: ReadonlyMap<number, Fields> | undefined;

/** Every message that any recording tells, by ID. */
export function toldMessages(): ReadonlyMap<number, Fields> {
  if (known !== undefined) return known;
  const found = new Map<number, Fields>();
  for (const [, one] of readEverywhere<Exchange>("exchanges/**/*.json"))
    messagesIn(one.body, found);
  for (const [, one] of readEverywhere<Happening>("events/**/*.json"))
    messagesIn(one.seen_by, found);
  for (const [, one] of readEverywhere<Sequence>("sequences/*.json")) messagesIn(one.steps, found);
  known = found;
  return found;
}
