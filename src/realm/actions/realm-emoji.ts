/** The realm's own emoji: brought along as pictures, and taken out of use. */
import { emojiByName } from "#emoji/catalogue.ts";
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { realmId, type Upload } from "#realm/state/files.ts";
import { activeEmoji } from "#realm/state/look.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { realmEmojiView } from "#realm/views/look.ts";
import { since } from "#wire/levels.ts";
import { notPermitted, requireMember } from "./access.ts";
import { freshLetters } from "./letters.ts";
import { readPicture, theFile } from "./pictures.ts";
import { isAllowed } from "./policies.ts";

/** `files` are those of the form, of which there must be one. */
export function addEmoji(
  server: Server,
  person: Person,
  written: string,
  files: readonly Upload[],
): void {
  requireMember(person);
  const name = readName(written);
  if (!isAllowed(server, person, "add_custom_emoji_policy")) throw notPermitted();
  if (activeEmoji(server.state.look, name) !== undefined) {
    throw new Refusal("A custom emoji with this name already exists.");
  }
  const file = theFile(files, "file");
  if (emojiByName(name) !== undefined && !isAdministrator(person)) {
    throw new Refusal("Only administrators can override default emoji.");
  }
  const { extension, ...picture } = readPicture(file);
  const path = `/user_avatars/${realmId}/emoji/images/${freshLetters(server.random, 8)}.${extension}`;
  const id = server.state.newest.emoji + 1;
  commit(server, {
    kind: "emoji saved",
    emoji: { id, name, path, picture, authorId: person.id, isActive: true },
  });
  tell(server);
}

function readName(written: string): string {
  const name = written.trim().replaceAll(" ", "_");
  if (name === "") throw new Refusal("Emoji name is missing");
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw new Refusal(
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    );
  }
  if (/[-_]$/.test(name)) throw new Refusal("Emoji names must end with either a letter or digit.");
  return name;
}

/** Old reactions keep it; nothing new can be made with it. */
export function removeEmoji(server: Server, person: Person, name: string): void {
  requireMember(person);
  const emoji = activeEmoji(server.state.look, name);
  if (emoji === undefined) {
    const status = server.level < since.missingEmoji ? 400 : 404;
    throw new Refusal(`Emoji '${name}' does not exist`, { status });
  }
  const mayRemoveOwn =
    emoji.authorId === person.id && isAllowed(server, person, "add_custom_emoji_policy");
  if (!isAdministrator(person) && !mayRemoveOwn) {
    throw new Refusal("Must be an organization administrator or emoji author");
  }
  commit(server, { kind: "emoji saved", emoji: { ...emoji, isActive: false } });
  tell(server);
}

function tell(server: Server): void {
  announceToAll(server, "realm_emoji", { op: "update", realm_emoji: realmEmojiView(server) });
}
