/** What people say of themselves: the line and the emoji beside their name. */
import { nameOfCode } from "#emoji/catalogue.ts";
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Person, Status } from "#realm/state/people.ts";
import { limits } from "#wire/limits.ts";
import { requireHuman } from "./access.ts";
import { setSetting } from "./settings.ts";

export type StatusWish = {
  readonly text: string | undefined;
  readonly emoji: string | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Legacy: the opposite of whether presence is told. */
  readonly away: boolean | undefined;
};

const unicode = "unicode_emoji";

export function updateStatus(server: Server, person: Person, wish: StatusWish): void {
  requireHuman(person);
  const { emoji, away } = wish;
  const text = wish.text?.trim();
  if (text === undefined && emoji === undefined && away === undefined) {
    throw new Refusal("Client did not pass any new values.");
  }
  if (text !== undefined && [...text].length > limits.statusTextLength) {
    const limit = `limit: ${limits.statusTextLength} characters`;
    throw new Refusal(`status_text is too long (${limit})`);
  }
  const chosen = chosenEmoji(server, wish);
  if (away !== undefined) setSetting(server, person, "presence_enabled", !away);
  const before = person.status ?? { text: "" };
  const status: Status = {
    ...before,
    ...(text === undefined ? {} : { text }),
    ...(chosen === undefined ? {} : chosen),
  };
  commit(server, { kind: "person changed", personId: person.id, facts: { status } });
  tell(server, person, { text, chosen, away });
}

type Chosen = Required<Omit<Status, "text">>;

/** Undefined: the emoji stays. An empty name takes it away. */
function chosenEmoji(server: Server, wish: StatusWish): Chosen | undefined {
  const { emoji: name, code, type } = wish;
  if (name === undefined) {
    if (code === undefined && type === undefined) return undefined;
    throw new Refusal(
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    );
  }
  if (name === "") return { emoji: "", code: "", type: unicode };
  const known = server.emoji(name);
  if (known === undefined && (code === undefined || type === undefined)) {
    throw new Refusal(`Emoji '${name}' does not exist`);
  }
  const chosen = {
    emoji: name,
    code: code ?? known?.code ?? "",
    type: type ?? known?.type ?? unicode,
  };
  requireEmoji(server, chosen);
  return chosen;
}

function requireEmoji(server: Server, { emoji, code, type }: Chosen): void {
  if (type === `${server.brand}_extra_emoji`) {
    if (code !== server.brand) throw new Refusal("Invalid emoji code.");
    if (emoji !== server.brand) throw new Refusal("Invalid emoji name.");
    return;
  }
  if (type === "realm_emoji") throw new Refusal("Invalid custom emoji.");
  if (type !== unicode) throw new Refusal("Invalid emoji type.");
  if (nameOfCode(code) === undefined) throw new Refusal("Invalid emoji code.");
  if (server.emoji(emoji)?.code !== code) throw new Refusal("Invalid emoji name.");
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
  announce(
    server,
    "user_status",
    () => true,
    () => ({
      user_id: person.id,
      ...(away === undefined ? {} : { away }),
      ...(text === undefined ? {} : { status_text: text }),
      ...(chosen === undefined
        ? {}
        : { emoji_name: chosen.emoji, emoji_code: chosen.code, reaction_type: chosen.type }),
    }),
  );
}
