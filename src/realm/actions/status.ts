/** What people say of themselves: the line and the emoji beside their name. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { Person, Status } from "#realm/state/people.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { requireEmoji, unicode, wholeEmoji } from "./emoji.ts";
import { setSetting } from "./settings.ts";

export type StatusWish = {
  readonly text: string | undefined;
  readonly emoji: string | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Legacy: the opposite of whether presence is told. */
  readonly away: boolean | undefined;
};

export function updateStatus(server: Server, person: Person, wish: StatusWish): void {
  const { emoji, away } = wish;
  const text = wish.text?.trim();
  if (text === undefined && emoji === undefined && away === undefined) {
    // By the document, an emoji's code alone lacks the name; newer servers do not look at it then.
    if (server.level <= documentLevel) chosenEmoji(server, wish);
    throw new Refusal("Client did not pass any new values.");
  }
  if (text !== undefined && [...text].length > limits.statusTextLength) {
    const limit = `limit: ${limits.statusTextLength} characters`;
    throw new Refusal(`status_text is too long (${limit})`);
  }
  const chosen = chosenEmoji(server, wish);
  const isPresence = server.level >= since.awayIsPresence;
  if (away !== undefined && isPresence) setSetting(server, person, "presence_enabled", !away);
  const before = person.status ?? { text: "" };
  const status: Status = {
    ...before,
    ...(text === undefined ? {} : { text }),
    ...(away === undefined || isPresence ? {} : { away }),
    ...(chosen === undefined ? {} : chosen),
  };
  commit(server, { kind: "person changed", personId: person.id, facts: { status } });
  tell(server, person, { text, chosen, away });
}

type Chosen = Required<Omit<Status, "text" | "away">>;

/** Undefined: the emoji stays. An empty name takes it away. */
function chosenEmoji(server: Server, { emoji: name, code, type }: StatusWish): Chosen | undefined {
  if (name === undefined) {
    // Empty texts say nothing.
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

/** Only what was passed is told, whether it changed or not. LEVEL(86): emoji are unknown before it. */
function tell(
  server: Server,
  person: Person,
  said: {
    readonly text: string | undefined;
    readonly chosen: Chosen | undefined;
    readonly away: boolean | undefined;
  },
): void {
  const { text, chosen, away } = said;
  announceToAll(server, "user_status", {
    user_id: person.id,
    ...(away === undefined ? {} : { away }),
    ...(text === undefined ? {} : { status_text: text }),
    ...(chosen === undefined
      ? {}
      : { emoji_name: chosen.emoji, emoji_code: chosen.code, reaction_type: chosen.type }),
  });
}
