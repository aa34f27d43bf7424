/** What people say of themselves: the line and the emoji beside their name. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { Person, Status } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { requireEmoji, unicode, wholeEmoji } from "./emoji.ts";
import { setSetting } from "./settings.ts";
import { requireLength } from "./text.ts";

export type StatusChange = {
  readonly text: string | undefined;
  readonly emoji: string | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Legacy: the opposite of whether presence is told. */
  readonly away: boolean | undefined;
};

export function updateStatus(server: Server, person: Person, request: StatusChange): void {
  const { emoji, away } = request;
  const text = request.text?.trim();
  const chosen = chosenEmoji(server, request);
  if (text === undefined && emoji === undefined && away === undefined) {
    throw new Refusal("Client did not pass any new values.");
  }
  requireLength("status_text", text ?? "", limits.statusTextLength);
  const isPresence = server.level >= since.awayIsPresence;
  if (away !== undefined && isPresence) setSetting(server, person, "presence_enabled", !away);
  const status: Status = {
    ...(person.status ?? { text: "" }),
    ...(text === undefined ? {} : { text }),
    ...(away === undefined || isPresence ? {} : { away }),
    ...chosen,
  };
  commit(server, { kind: "person changed", personId: person.id, facts: { status } });
  // Only what was passed is told, whether it changed or not.
  announceToAll(server, "user_status", {
    user_id: person.id,
    ...(away === undefined ? {} : { away }),
    ...(text === undefined ? {} : { status_text: text }),
    ...(chosen === undefined
      ? {}
      : { emoji_name: chosen.emoji, emoji_code: chosen.code, reaction_type: chosen.type }),
  });
}

type Chosen = Required<Omit<Status, "text" | "away">>;

/** Undefined: the emoji stays. An empty name takes it away. */
function chosenEmoji(
  server: Server,
  { emoji: name, code, type }: StatusChange,
): Chosen | undefined {
  if (name === undefined) {
    if (!(code || type)) return undefined;
    throw new Refusal(
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    );
  }
  if (name === "") return { emoji: "", code: "", type: unicode };
  const chosen = wholeEmoji(server, { name, code, type });
  requireEmoji(server, chosen);
  return { emoji: name, code: chosen.code, type: chosen.type };
}
