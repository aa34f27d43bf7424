/** A command line for each verb, and a realm with data for all of them. */
import { adminVerbs } from "#cli/admin-verbs.ts";
import type { Verb } from "#cli/verb.ts";
import { verbs } from "#cli/verbs.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { FakeClock } from "./clock.ts";
import { type StartedRealm, startRealm } from "./realm.ts";
import { people, smallBlueprint, streams } from "./small-blueprint.ts";
import { beforePermissions } from "./versions.ts";

const examples: Readonly<Record<string, readonly string[]>> = {
  read: ["#dev > deploy"],
  search: ["rolling"],
  export: ["#dev > deploy"],
  sync: ["#dev"],
  send: ["#dev > deploy", "text"],
  reply: ["104", "text"],
  topics: ["#dev"],
  "streams address": ["#dev"],
  "people show": ["@bo"],
  "drafts show": ["1"],
  "drafts add": ["#dev > deploy", "half a"],
  "drafts edit": ["1", "text"],
  "drafts delete": ["1"],
  "schedule add": ["--at", "in 2h", "#dev > deploy", "text"],
  "schedule edit": ["1", "text"],
  "schedule send": ["1"],
  "schedule delete": ["1"],
  "later add": ["104", "--at", "in 3h", "--note", "ask again"],
  "later delete": ["104"],
  "views add": ["Direct", "is:dm"],
  "views rename": ["Mine", "Ours"],
  "views pin": ["Mine"],
  "views move": ["Mine", "1"],
  "views delete": ["Mine"],
  "folders add": ["Work", "#dev"],
  "folders create": ["Boats"],
  "folders edit": ["Boats", "--description", "What floats"],
  "folders put": ["Work", "#general"],
  "folders take": ["#dev"],
  "folders rename": ["Work", "Office"],
  "folders move": ["Work", "1"],
  "folders delete": ["Work"],
  "settings edit": ["--timezone", "Europe/Berlin"],
  status: ["busy"],
  done: ["#dev"],
  mute: ["#dev"],
  follow: ["#dev > deploy"],
  react: ["104", "tada"],
  vote: ["115", "1"],
  report: ["104", "--reason", "spam"],
  star: ["104"],
  snooze: ["#dev > deploy", "--until", "in 2h"],
  upload: ["a.txt"],
  "streams create": ["garden"],
  "streams edit": ["#dev", "--name", "develop"],
  "streams add": ["#dev", "@don"],
  "streams remove": ["#dev", "@bo"],
  "streams archive": ["#dev", "--yes"],
  "streams unarchive": ["#dev"],
  "topics move": ["#dev > deploy", "rollout"],
  "topics resolve": ["#dev > deploy"],
  "topics mute": ["#dev > deploy"],
  "topics delete": ["#dev > deploy", "--yes"],
  "people edit": ["@bo", "--name", "Bo", "--role", "moderator"],
  "people rename": ["@bo", "Bo"],
  "people role": ["@bo", "moderator"],
  "people deactivate": ["@bo", "--yes"],
  "people reactivate": ["@eva"],
  "groups create": ["rowers", "@bo"],
  "groups edit": ["crew", "--name", "rowers"],
  "groups add": ["crew", "@cleo"],
  "groups remove": ["crew", "@bo"],
  "groups delete": ["crew", "--yes"],
  "groups deactivate": ["crew"],
  "groups reactivate": ["crew"],
  "groups join": ["crew"],
  "groups leave": ["crew"],
  "snippets add": ["Farewell", "--text", "Fair winds"],
  "snippets edit": ["Greeting", "--text", "Ahoy there"],
  "snippets delete": ["Greeting", "--yes"],
  "fields create": ["Desk", "--hint", "Where you sit"],
  "fields edit": ["Team", "--hint", "where"],
  "fields delete": ["Team", "--yes"],
};

export function argvOf({ name, argument }: Verb): readonly string[] {
  const example = examples[name];
  if (example === undefined && argument?.startsWith("<"))
    throw new RangeError(`weir ${name} needs arguments here.`);
  return [...name.split(" "), ...(example ?? [])];
}

/** The arguments and the options of the verb's line. */
export function exampleOf(verb: Verb) {
  const args: string[] = [];
  const options: string[] = [];
  const rest = argvOf(verb).slice(verb.name.split(" ").length);
  for (const [at, word] of rest.entries()) {
    const before = rest[at - 1] ?? "";
    const isValue = before.startsWith("--") && !verb.options.some(({ flags }) => flags === before);
    (word.startsWith("--") || isValue ? options : args).push(word);
  }
  return { args, options };
}

/** An account with the permission for the verb. */
export function emailFor(verb: Verb): string {
  return adminVerbs.some(({ name }) => name === verb.name)
    ? "cleo@small.example"
    : "ana@small.example";
}

/** A blueprint with something for each verb to list. */
function populated(now: number): Blueprint {
  const small = smallBlueprint(now);
  return {
    ...small,
    profileFields: [
      { type: 1, name: "Team", hint: "Where you work", inSummary: true },
      { type: 4, name: "Born" },
    ],
    users: small.users.map((user) =>
      user.id === people.bo
        ? { ...user, status: { text: "on call", emoji: "fire" }, profile: { 1: "Engine room" } }
        : user,
    ),
    messages: [
      ...small.messages,
      {
        id: 114,
        sentAt: now,
        senderId: people.bo,
        streamId: streams.dev,
        topic: "配置 window",
        content:
          "It **works**:\n\n* 日本語 and `code`\n* a [link](https://a.example), @**Ana Ruiz**",
        reactions: [{ userId: people.cleo, name: "tada" }],
      },
      {
        id: 115,
        sentAt: now,
        senderId: people.bo,
        streamId: streams.dev,
        topic: "lunch",
        content: "/poll Lunch?\nsoup\nsalad",
      },
    ],
    you: {
      ...small.you,
      unread: [...small.you.unread, 114],
      snippets: [{ title: "Greeting", content: "Ahoy\nthere", savedAt: now - 100 }],
    },
  };
}

type World = {
  /** Absent: one at which every other verb does something. */
  readonly level?: number;
  readonly prepare: (realm: StartedRealm) => Promise<unknown>;
};

/** Administrators manage all groups there. */
async function managing({ realm, as }: StartedRealm) {
  const { body } = await as(people.cleo).get("/user_groups");
  const isMeant = ({ name }: { readonly name: string }) => name === "role:administrators";
  realm.control.setRealm("can_manage_all_groups", body["user_groups"].find(isMeant).id);
}

const asIs = () => Promise.resolve();
/** From that level on, servers store views. */
const withView: World = {
  level: 500,
  prepare: ({ as }) =>
    as(people.ana).post("/navigation_views", {
      fragment: "narrow/is/followed",
      is_pinned: false,
      name: "Mine",
    }),
};

/** LEVEL(415): older servers have no notes of reminders. */
const withReminder: World = {
  level: 500,
  prepare: ({ as, realm }) =>
    as(people.ana).post("/reminders", {
      message_id: 104,
      scheduled_delivery_timestamp: Math.floor(realm.control.server.clock.now() / 1000) + 7_200,
      note: "is it up?",
    }),
};

/** Where the verb needs another realm than the others. */
const worlds: Readonly<Record<string, World>> = {
  ...Object.fromEntries(
    ["", " add", " rename", " pin", " move", " delete"].map((verb) => [`views${verb}`, withView]),
  ),
  ...Object.fromEntries(["", " add", " delete"].map((verb) => [`later${verb}`, withReminder])),
  // LEVEL(382): nobody could report any before.
  report: {
    level: 500,
    prepare: async ({ realm }) =>
      realm.control.setRealm("moderation_request_channel_id", streams.dev),
  },
  // LEVEL(389): older servers have none.
  "folders create": { level: 500, prepare: asIs },
  "folders edit": {
    level: 500,
    prepare: ({ as }) => as(people.cleo).post("/channel_folders/create", { name: "Boats" }),
  },
  "groups deactivate": { level: 500, prepare: managing },
  "groups reactivate": {
    level: 500,
    prepare: async (realm) => {
      await managing(realm);
      await realm.as(people.cleo).post("/user_groups/1/deactivate");
    },
  },
  "streams unarchive": {
    level: 500,
    prepare: ({ as }) => as(people.cleo).delete(`/streams/${streams.dev}`),
  },
  // LEVEL(297): older servers store none.
  snippets: { level: 500, prepare: asIs },
  "snippets add": { level: 500, prepare: asIs },
  "snippets edit": { level: 500, prepare: asIs },
  "snippets delete": { level: 500, prepare: asIs },
  "groups leave": {
    prepare: ({ as }) => as(people.cleo).post("/user_groups/1/members", { add: [people.cleo] }),
  },
};

export function hasOwnWorld({ name }: Verb): boolean {
  return name in worlds;
}

type Changed = {
  /** Of a server with permissions; by default that of the verb's world. */
  readonly level?: number;
  readonly change?: (blueprint: Blueprint) => Blueprint;
};

/** With something for each verb, and what that one needs. */
export async function populatedRealm(
  clock: FakeClock,
  verb?: Verb,
  { level: chosen, change = (same) => same }: Changed = {},
): Promise<StartedRealm> {
  const now = clock.now() / 1000;
  const { level = beforePermissions, prepare } = worlds[verb?.name ?? ""] ?? {};
  const blueprint = change(populated(now));
  const realm = startRealm({ clock, level: chosen ?? level, blueprint });
  await realm.as(people.ana).post("/scheduled_messages", {
    type: "stream",
    to: streams.dev,
    topic: "deploy",
    content: "Now?",
    scheduled_delivery_timestamp: now + 7_200,
  });
  await prepare?.(realm);
  if (chosen !== undefined) await managing(realm);
  return realm;
}

/** Whether a call such as `POST /messages` changes more than the caller's queue. */
export function isChange(call: string): boolean {
  return !/^GET |^POST \/register$|^DELETE \/events$/.test(call);
}

/** Verbs that change nothing at the server. */
const readers: ReadonlySet<string> = new Set([
  "snooze",
  "views",
  // The order is this machine's.
  "views move",
  // Folders of one's own are this machine's.
  ...["", " add", " put", " take", " rename", " move", " delete"].map((verb) => `folders${verb}`),
  "inbox",
  "waiting",
  "read",
  "digest",
  "rules",
  "rules test",
  "search",
  "export",
  "sync",
  "tail",
  "streams",
  "streams address",
  "topics",
  "people",
  "people show",
  "groups",
  "fields",
  "snippets",
  "drafts",
  "drafts list",
  "drafts show",
  "schedule",
  "schedule list",
  "later",
  "settings",
]);

/** All other verbs that talk to a server: a new one is among them until it is listed above. */
export const changingVerbs: readonly Verb[] = verbs.filter(
  ({ name, run }) => run !== undefined && !readers.has(name),
);
