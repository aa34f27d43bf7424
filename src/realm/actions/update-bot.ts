/** Changing bots: what they are called and set to, who keeps them, and their keys. */
import { Refusal } from "#realm/failures.ts";
import type { Role } from "#realm/seed/blueprint.ts";
import { commit, type Server } from "#realm/server.ts";
import { type BotFacts, plainBot } from "#realm/state/bots.ts";
import type { Upload } from "#realm/state/files.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { botDefaultsView, botView, servicesView } from "#realm/views/person.ts";
import { botTypes } from "#wire/bot.ts";
import { notPermitted, requireAdministrator } from "./access.ts";
import { setAvatar } from "./avatars.ts";
import { readBotName, readInterface, readStreamName, readUrl } from "./bot-settings.ts";
import { isKeeper, tellBot, tellOfBot } from "./bots.ts";
import { freshKey } from "./letters.ts";
import { rename, switchOff } from "./people.ts";
import { tellPerson } from "./person-news.ts";
import { onlyFile, readPicture } from "./pictures.ts";
import { changeRole, readRole } from "./roles.ts";

export type BotChange = {
  readonly fullName: string | undefined;
  readonly role: number | undefined;
  readonly ownerId: number | undefined;
  readonly sendingStream: string | undefined;
  readonly hearingStream: string | undefined;
  readonly hearsAllPublic: boolean | undefined;
  readonly url: string | undefined;
  readonly form: number;
  readonly files: readonly Upload[];
};

/** The bot of that ID, for somebody who may change it. */
export function keptBot(server: Server, person: Person, id: number): Person {
  const bot = server.state.people.byId.get(id);
  if (bot?.isBot !== true || bot.isSystem) throw new Refusal("No such bot");
  if (!isKeeper(bot, person)) throw notPermitted();
  return bot;
}

/** Throws unless all of it may be; gives the bot as it is then. */
export function updateBot(server: Server, person: Person, id: number, wish: BotChange): Person {
  const bot = keptBot(server, person, id);
  const name = readNewName(server, bot, wish.fullName);
  const role = readNewRole(server, person, bot, wish.role);
  const owner = readOwner(server, bot, wish.ownerId);
  const facts = readFacts(server, person, bot, wish);
  const picture = onlyFile(wish.files);
  if (picture !== undefined) readPicture(picture);
  if (name !== undefined) rename(server, bot, name);
  if (role !== undefined) changeRole(server, now(server, bot), role);
  if (owner !== undefined) changeOwner(server, now(server, bot), owner);
  changeFacts(server, now(server, bot), facts);
  if (picture !== undefined) setAvatar(server, now(server, bot), picture);
  return now(server, bot);
}

/** The bot after what happened to it. */
function now({ state }: Server, bot: Person): Person {
  return state.people.byId.get(bot.id) ?? bot;
}

function readNewName(
  server: Server,
  { fullName }: Person,
  written: string | undefined,
): string | undefined {
  if (written === undefined || written.trim() === fullName) return undefined;
  return readBotName(server, written);
}

function readNewRole(
  server: Server,
  person: Person,
  bot: Person,
  role: number | undefined,
): Role | undefined {
  if (role === undefined || role === bot.role) return undefined;
  requireAdministrator(person);
  return readRole(server, person, bot, role);
}

function readOwner({ state }: Server, bot: Person, id: number | undefined): Person | undefined {
  if (id === undefined || id === bot.ownerId) return undefined;
  const owner = state.people.byId.get(id);
  if (owner === undefined || owner.isSystem)
    throw new Refusal("Failed to change owner, no such user");
  if (!owner.isActive) throw new Refusal("Failed to change owner, user is deactivated");
  if (owner.isBot) throw new Refusal("Failed to change owner, bots can't own other bots");
  return owner;
}

function readFacts(server: Server, person: Person, bot: Person, wish: BotChange): BotFacts {
  const before = factsOf(bot);
  const streamNamed = (name: string | undefined, present: number | undefined) =>
    name === undefined ? present : readStreamName(server, person, name);
  return {
    ...before,
    sendingStream: streamNamed(wish.sendingStream, before.sendingStream),
    hearingStream: streamNamed(wish.hearingStream, before.hearingStream),
    hearsAllPublic: wish.hearsAllPublic ?? before.hearsAllPublic,
    services: readServices(before, wish),
  };
}

function factsOf({ bot, isWebhook }: Person): BotFacts {
  return bot ?? { ...plainBot, type: isWebhook ? botTypes.incoming : botTypes.generic };
}

function readServices({ services }: BotFacts, { url, form }: BotChange): BotFacts["services"] {
  if (url === undefined) return services;
  const next = { url: readUrl("service_payload_url", url), form: readInterface(form) };
  return services.map((service) => ({ ...service, ...next }));
}

/** The new keeper gets the bot, the old one loses it; administrators have it all the time. */
function changeOwner(server: Server, bot: Person, owner: Person): void {
  commit(server, { kind: "person changed", personId: bot.id, facts: { ownerId: owner.id } });
  const changed = now(server, bot);
  const [user_id, owner_id] = [bot.id, owner.id];
  tellOfBot(server, (person) => {
    if (isAdministrator(person)) return { op: "update", bot: { user_id, owner_id } };
    if (person.id === owner_id) return { op: "add", bot: botView(server, changed) };
    return person.id === bot.ownerId ? { op: "delete", bot: { user_id } } : undefined;
  });
  tellPerson(server, { user_id, bot_owner_id: owner_id });
}

/** What changed is told one by one. */
function changeFacts(server: Server, bot: Person, facts: BotFacts): void {
  const [before, services] = [botDefaultsView(server, bot), factsOf(bot).services];
  if (JSON.stringify(facts) === JSON.stringify(factsOf(bot))) return;
  commit(server, { kind: "person changed", personId: bot.id, facts: { bot: facts } });
  const changed = now(server, bot);
  const after = Object.entries(botDefaultsView(server, changed));
  for (const [key, value] of after) {
    if (before[key as keyof typeof before] !== value) tellBot(server, changed, { [key]: value });
  }
  if (JSON.stringify(services) !== JSON.stringify(facts.services)) {
    tellBot(server, changed, { services: servicesView(facts.services) });
  }
}

export function deactivateBot(server: Server, person: Person, id: number): void {
  const bot = keptBot(server, person, id);
  if (bot.isActive) switchOff(server, bot);
}

/** Gives the new key; the old one is void at once. */
export function renewBotKey(server: Server, person: Person, id: number): string {
  const bot = keptBot(server, person, id);
  const apiKey = freshKey(server.random);
  commit(server, { kind: "person changed", personId: bot.id, facts: { apiKey } });
  tellBot(server, bot, { api_key: apiKey });
  return apiKey;
}
