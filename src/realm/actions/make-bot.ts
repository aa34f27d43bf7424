/** Making bots: accounts for programs, kept by whoever made them. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import { now, type Server } from "#realm/server.ts";
import type { BotFacts } from "#realm/state/bots.ts";
import type { Upload } from "#realm/state/files.ts";
import { botAddress, isTaken, type Person } from "#realm/state/people.ts";
import { botView } from "#realm/views/person.ts";
import { botTypes } from "#wire/bot.ts";
import { roles } from "#wire/user.ts";
import { requireAdministrator } from "./access.ts";
import { arrive, freshPersonId } from "./arrive.ts";
import { setAvatar } from "./avatars.ts";
import { readBotName, readInterface, readStreamName, readUrl } from "./bot-settings.ts";
import { tellKeepers } from "./bots.ts";
import { freshKey } from "./letters.ts";
import { onlyFile, readPicture } from "./pictures.ts";

export type BotWish = {
  readonly fullName: string;
  /** What its address begins with. */
  readonly shortName: string;
  readonly type: number;
  /** Where an outgoing webhook tells what happens. */
  readonly url: string;
  readonly form: number;
  readonly sendingStream: string | undefined;
  readonly hearingStream: string | undefined;
  readonly hearsAllPublic: boolean;
  readonly files: readonly Upload[];
};

/** Gives the bot as it is then. */
export function makeBot(server: Server, person: Person, wish: BotWish): Person {
  const picture = onlyFile(wish.files);
  const bot = readWish(server, person, wish);
  if (picture !== undefined) readPicture(picture);
  arrive(server, bot);
  tellKeepers(server, bot, () => ({ op: "add", bot: botView(server, bot) }));
  if (picture !== undefined) setAvatar(server, bot, picture);
  return server.state.people.byId.get(bot.id) ?? bot;
}

/** Throws unless all of it may be. */
function readWish(server: Server, person: Person, wish: BotWish): Person {
  const email = readAddress(server, wish.shortName);
  const fullName = readBotName(server, wish.fullName);
  requireMaking(server, person, wish.type);
  const facts = readFacts(server, person, wish);
  return {
    id: freshPersonId(server),
    fullName,
    email,
    loginEmail: email,
    emailVisibility: 1,
    role: roles.member,
    isBillingAdmin: false,
    isBot: true,
    isWebhook: facts.type === botTypes.incoming,
    ownerId: person.id,
    isSystem: false,
    isActive: true,
    timezone: "",
    joinedAt: now(server),
    apiKey: freshKey(server.random),
    password: undefined,
    status: undefined,
    profile: {},
    bot: facts,
  };
}

function readAddress({ state }: Server, written: string): string {
  const name = written.trim();
  if (!/^[\w.+-]+$/.test(name)) throw new Refusal("Bad name or username");
  const address = botAddress(name);
  if (isTaken(state.people, address)) {
    throw new Refusal("Username already in use");
  }
  return address;
}

/** 1 everybody makes bots, 2 generic ones are the administrators', 3 all are. */
function requireMaking(server: Server, person: Person, type: number): void {
  const policy = realmSetting(server, "bot_creation_policy");
  const isOpen = policy === 1 || (policy === 2 && type !== botTypes.generic);
  if (!isOpen) requireAdministrator(person);
}

/** Lives in the server itself: none does here. */
const embedded = 4;

function readFacts(server: Server, person: Person, wish: BotWish): BotFacts {
  const { type, url, form } = wish;
  if (type === embedded) throw new Refusal("Embedded bots are not enabled.");
  if (!Object.values<number>(botTypes).includes(type)) throw new Refusal("Invalid bot type");
  const isTold = type === botTypes.outgoing;
  readInterface(form);
  if (isTold || url !== "") readUrl("payload_url", url);
  return {
    type,
    sendingStream: readStreamName(server, person, wish.sendingStream ?? ""),
    hearingStream: readStreamName(server, person, wish.hearingStream ?? ""),
    hearsAllPublic: wish.hearsAllPublic,
    services: isTold ? [{ url, form, token: freshKey(server.random) }] : [],
  };
}
