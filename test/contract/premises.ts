/**
 * What a recorded answer takes for granted and no register answer tells: a draft that was there, a policy that held, a
 * reaction that somebody had given. Each is read off the exchange and brought about in the realm before it is asked.
 */
import type { Realm } from "#realm/realm.ts";
import { commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Exchange } from "./recordings.ts";

type Scene = {
  readonly server: Server;
  readonly realm: Realm;
  readonly exchange: Exchange;
  /** Whoever asks; undefined without an account. */
  readonly me: Person | undefined;
  /** The number in the path behind that step. */
  readonly idAfter: (step: string) => number | undefined;
  readonly isDone: boolean;
  readonly words: string;
  /** To be called where the realm's state is changed past its journal. */
  readonly touch: () => void;
};

type Premise = (scene: Scene) => void;

const nowSeconds = 1_795_258_100;
/** Members of a scene that hold nobody's number. */
const nobody = 0;

/** The largest public stream of whoever asks. */
function ownStream({ server, me }: Scene): number {
  const own = [...server.state.streams.byId.values()]
    .filter(({ subscribers, inviteOnly }) => subscribers.has(me?.id ?? nobody) && !inviteOnly)
    .sort((a, b) => b.subscribers.size - a.subscribers.size);
  return own[0]?.id ?? nobody;
}

function param({ exchange }: Scene, name: string): string {
  return exchange.request.params?.[name] ?? "";
}

const draft: Premise = (scene) => {
  const id = scene.idAfter("drafts");
  if (id === undefined || scene.me === undefined || /Draft does not/.test(scene.words)) return;
  const text = { topic: "planted", content: "planted", timestamp: nowSeconds };
  const drafts = [{ id, type: "stream" as const, to: [ownStream(scene)], ...text }];
  commit(scene.server, { kind: "drafts saved", userId: scene.me.id, drafts });
};

const scheduled: Premise = (scene) => {
  const { server, me, words } = scene;
  const id = scene.idAfter("scheduled_messages");
  if (id === undefined || me === undefined || /Scheduled message does not/.test(words)) return;
  const failed = /must be in the future/.test(words);
  const text = { topic: "planted", content: "planted", readBySender: true, client: "test" };
  const at = failed ? nowSeconds - 100 : nowSeconds + 900_000;
  const whole = { id, type: "stream" as const, to: ownStream(scene), ...text, at, failed };
  commit(server, { kind: "scheduled saved", userId: me.id, scheduled: whole });
  if (/already sent/.test(words))
    commit(server, { kind: "scheduled gone", userId: me.id, scheduledId: id, isSent: true });
};

const monthSeconds = 30 * 86_400;

/** A message that is not among the recorded ones, of such a kind that the answer makes sense. */
const message: Premise = (scene) => {
  const { server, me, words, exchange } = scene;
  const id = scene.idAfter("messages") ?? Number(param(scene, "message_id") || Number.NaN);
  if (me === undefined || Number.isNaN(id) || /Invalid message/.test(words)) return;
  const { byId } = server.state.messages;
  const known = byId.get(id);
  if (known === undefined) write(scene, me, id);
  else if (exchange.request.method === "PATCH") {
    byId.set(id, { ...known, sentAt: writtenAt(scene) });
    scene.touch();
  }
  if (exchange.request.path.endsWith("/submessage") && scene.isDone) makeWidget(scene, id);
};

/** Long ago where somebody is told that the time to change it is over. */
function writtenAt({ words }: Scene): number {
  return /time limit|most recent/.test(words) ? nowSeconds - monthSeconds : nowSeconds;
}

function write(scene: Scene, me: Person, id: number): void {
  const { server, words } = scene;
  const home = server.state.streams.byId.get(ownStream(scene));
  const other = [...(home?.subscribers ?? [])].find((one) => one !== me.id) ?? me.id;
  const isOwn = scene.isDone || /limit|recent|wildcard|Nothing|Direct/.test(words);
  const isSame = /Nothing to change/.test(words);
  const text = isSame ? param(scene, "topic") : "planted";
  const place = /^Direct messages/.test(words)
    ? { streamId: undefined, topic: "", participants: [me.id, other].sort((a, b) => a - b) }
    : { streamId: home?.id, topic: text, participants: [] };
  const rest = { client: "test", content: "planted", readBySender: true, submessages: [] };
  const mentions = { people: [], everybody: false, participants: [] };
  const sender = { senderId: isOwn ? me.id : other, sentAt: writtenAt(scene), mentions };
  commit(server, { kind: "message sent", message: { id, ...sender, ...place, ...rest } });
  if (!/most recent/.test(words)) return;
  const young = { ...sender, sentAt: nowSeconds };
  for (const later of [id + 1, id + 2, id + 3]) {
    if (server.state.messages.byId.has(later)) continue;
    commit(server, { kind: "message sent", message: { id: later, ...young, ...place, ...rest } });
  }
}

function makeWidget(scene: Scene, id: number): void {
  const { byId } = scene.server.state.messages;
  const whole = byId.get(id);
  if (whole === undefined || whole.submessages.length > 0) return;
  const isList = /task|strike/.test(param(scene, "content"));
  const widget = isList
    ? { widget_type: "todo", extra_data: { task_list_title: "", tasks: [] } }
    : { widget_type: "poll", extra_data: { question: "?", options: ["a", "b"] } };
  const content = JSON.stringify(widget);
  const first = { id: 1, senderId: whole.senderId, type: "widget", content };
  whole.submessages = [first];
  scene.touch();
}

/** One is there before it is taken back, and none before it is given. */
const reaction: Premise = (scene) => {
  const { server, me, exchange, words, isDone, touch } = scene;
  const id = scene.idAfter("messages");
  const whole = id === undefined ? undefined : server.state.messages.byId.get(id);
  if (whole === undefined || me === undefined || !exchange.request.path.endsWith("/reactions"))
    return;
  touch();
  const isRemoval = [exchange.request.method, param(scene, "method")].includes("DELETE");
  if ((isDone && !isRemoval) || /Reaction doesn't exist/.test(words))
    whole.reactions = whole.reactions.filter(({ userId }) => userId !== me.id);
  if (!isDone || !isRemoval) return;
  const [name, code] = [param(scene, "emoji_name"), param(scene, "emoji_code")];
  const known = server.emoji(name);
  const type = param(scene, "reaction_type") || (known?.type ?? "unicode_emoji");
  const one = { userId: me.id, name, code: code || (known?.code ?? ""), type };
  commit(server, { kind: "reaction added", id: whole.id, reaction: one });
};

/** A stream that no register answer told of, with whoever asks and others in it. */
function plantStream(scene: Scene, id: number, name: string, others: readonly number[] = []): void {
  const { server, me } = scene;
  const model = server.state.streams.byId.get(ownStream(scene));
  if (model === undefined || me === undefined) return;
  const { subscribers: _, spans: __, ...facts } = model;
  commit(server, { kind: "stream saved", stream: { ...facts, id, name } });
  commit(server, { kind: "people joined", userIds: [me.id, ...others], streamId: id });
}

const stream: Premise = (scene) => {
  const { server, words } = scene;
  const id = scene.idAfter("streams");
  const { byId } = server.state.streams;
  if (id === undefined || /Invalid channel ID/.test(words)) return;
  if (!byId.has(id)) plantStream(scene, id, `planted ${id}`);
  const known = byId.get(id);
  if (known === undefined) return;
  const { subscribers: _, spans: __, ...facts } = known;
  const isArchived = /already deactivated/.test(words);
  const isDefault = facts.isDefault || /default channel cannot/.test(words);
  commit(server, { kind: "stream saved", stream: { ...facts, isArchived, isDefault } });
};

/** Streams that somebody is in who sets something of them, or leaves them. */
const subscribed: Premise = (scene) => {
  const { server, exchange, isDone } = scene;
  const { byId, byName } = server.state.streams;
  if (!isDone) return;
  for (const one of idList<{ stream_id?: number }>(param(scene, "subscription_data"))) {
    const id = one.stream_id ?? nobody;
    if (!byId.has(id)) plantStream(scene, id, `planted ${id}`);
  }
  if (exchange.request.method !== "DELETE") return;
  for (const name of idList<string>(param(scene, "subscriptions"))) {
    if (byName.has(name.toLowerCase())) continue;
    plantStream(scene, 90_000, name, idList(param(scene, "principals")));
  }
};

/** Saves a group that is there already, or makes one of whoever asks. */
function saveGroup({ server, me }: Scene, id: number, more: object = {}): void {
  const fresh = { id, name: `planted ${id}`, description: "", subgroups: [], isSystem: false };
  const whole = { ...fresh, members: me === undefined ? [] : [me.id] };
  const group = { ...whole, ...server.state.people.groups.get(id), ...more };
  commit(server, { kind: "group saved", group });
}

function idList<T = number>(text: string): readonly T[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

const group: Premise = (scene) => {
  const { server, me, words, exchange } = scene;
  const id = scene.idAfter("user_groups");
  const { groups } = server.state.people;
  if (id === undefined || me === undefined || /Invalid user group/.test(words)) return;
  if (groups.get(id)?.isSystem === true) return;
  const old = /'old' value/.test(words) ? { canMention: namedGroup(server, "role:nobody") } : {};
  saveGroup(scene, id, old);
  const named = [...idList(param(scene, "delete")), ...idList(param(scene, "add"))];
  if (!exchange.request.path.endsWith("/subgroups")) fillGroup(scene, id);
  else if (scene.isDone) for (const one of named) if (!groups.has(one)) saveGroup(scene, one);
};

/** Whoever is to be taken out is in it, and whoever is to be put in is not, unless that is what was refused. */
function fillGroup(scene: Scene, id: number): void {
  const { words, isDone } = scene;
  const [gone, come] = [idList(param(scene, "delete")), idList(param(scene, "add"))];
  const inside = isDone ? gone : [];
  const already = /already a member/.test(words) ? come : [];
  const outside = isDone ? come : [];
  const absent = /There is no member/.test(words) ? gone : [];
  const before = scene.server.state.people.groups.get(id)?.members ?? [];
  const members = new Set([...before, ...inside, ...already]);
  for (const one of [...outside, ...absent]) members.delete(one);
  saveGroup(scene, id, { members: [...members] });
}

function namedGroup({ state }: Server, name: string): number | undefined {
  return [...state.people.groups.values()].find((one) => one.name === name)?.id;
}

/** Groups that a refusal calls by their names. */
const namedInWords: Premise = (scene) => {
  const { server, words } = scene;
  const taken = /^User group '(.*)' already exists/.exec(words)?.[1];
  if (taken !== undefined && namedGroup(server, taken) === undefined)
    saveGroup(scene, 90_000, { name: taken });
  const silent = namedGroup(
    server,
    /not allowed to mention user group '(.*)'/.exec(words)?.[1] ?? "",
  );
  if (silent !== undefined)
    saveGroup(scene, silent, { canMention: namedGroup(server, "role:nobody") });
};

/** Whoever is spoken of as gone is gone. */
const deactivated: Premise = ({ server, exchange, me, words, idAfter }) => {
  const { params = {} } = exchange.request;
  const { byId, byEmail, byLogin } = server.state.people;
  if (words === "Account is deactivated")
    leave(server, me ?? byLogin.get((params["username"] ?? "").toLowerCase()));
  const gone = /^'(.*)' is no longer using/.exec(words)?.[1];
  if (gone !== undefined) leave(server, byEmail.get(gone.toLowerCase()));
  if (words !== "User is deactivated") return;
  const named = Object.values(params).flatMap(
    (text) => text.match(/[^\s"'[\],]+@[^\s"'[\],]+|\d+/g) ?? [],
  );
  const id = idAfter("users");
  for (const one of [...named, ...(id === undefined ? [] : [String(id)])])
    leave(server, byEmail.get(one.toLowerCase()) ?? byId.get(Number(one)));
};

function leave(server: Server, person: Person | undefined): void {
  if (person !== undefined)
    commit(server, { kind: "person changed", personId: person.id, facts: { isActive: false } });
}

const muted: Premise = ({ server, exchange, me, words, isDone, idAfter }) => {
  const otherId = idAfter("muted_users");
  if (me === undefined || otherId === undefined) return;
  const isMuted = (exchange.request.method === "DELETE" && isDone) || /already muted/.test(words);
  if (!isMuted && !isDone) return;
  const at = isMuted ? nowSeconds : undefined;
  commit(server, { kind: "person muted", userId: me.id, otherId, at });
};

function isPicture({ body }: Exchange): boolean {
  return "binary_bytes" in body;
}

const papers: Premise = ({ server, exchange, me, isDone, idAfter }) => {
  const { path } = exchange.request;
  const field = idAfter("profile_fields");
  const { profileFields, look } = server.state;
  if (field !== undefined && isDone && !profileFields.some(({ id }) => id === field)) {
    const fresh = { id: field, type: 1, name: `planted ${field}`, hint: "", data: "" };
    const fields = [...profileFields, { ...fresh, isRequired: false, inSummary: false }];
    commit(server, { kind: "profile fields set", fields });
  }
  const order = idList(exchange.request.params?.["order"] ?? "");
  if (isDone && order.length > 0) {
    const fields = order.map((id) => {
      const known = profileFields.find((one) => one.id === id);
      const fresh = { id, type: 1, name: `planted ${id}`, hint: "", data: "" };
      return known ?? { ...fresh, isRequired: false, inSummary: false };
    });
    commit(server, { kind: "profile fields set", fields });
  }
  const linkifier = idAfter("filters");
  if (linkifier !== undefined && isDone && !look.linkifiers.some(({ id }) => id === linkifier)) {
    const fresh = { id: linkifier, pattern: "planted", template: "https://a.example/" };
    commit(server, { kind: "linkifiers set", linkifiers: [...look.linkifiers, fresh] });
  }
  const file = /\/user_uploads\/(?:download\/|thumbnail\/)?(\d+\/\w+\/\w+\/[^/]+)/.exec(path)?.[1];
  const fileId = idAfter("attachments");
  if (me !== undefined && isDone && (file !== undefined || fileId !== undefined)) {
    const facts = {
      type: isPicture(exchange) ? "image/png" : "text/plain",
      size: 1,
      base64: "eA==",
      createdAt: nowSeconds * 1000,
    };
    const whole = { id: fileId ?? 1, name: "x", path: file ?? "1/x", ownerId: me.id, ...facts };
    commit(server, { kind: "file added", file: whole });
  }
};

/** Events that a queue was told before, and what of them was acknowledged. */
const queue: Premise = ({ server, exchange, words, isDone, touch }) => {
  const last = Number(exchange.request.params?.["last_event_id"] ?? Number.NaN);
  const told = exchange.body["events"];
  for (const one of server.queues.values()) {
    touch();
    if (isDone && last >= 0) one.events.push({ type: "heartbeat", id: last });
    if (isDone && Array.isArray(told) && exchange.body["queue_id"] === undefined)
      one.events.push(...told);
    if (/already been pruned/.test(words)) one.pruned = last + 5;
  }
};

/** The recordings' own emoji: in use where it was when that was asked. */
const emoji: Premise = ({ server, exchange, me, isDone, words }) => {
  const { path, method, params = {} } = exchange.request;
  const name = decodeURIComponent(/\/realm\/emoji\/([^/]+)$/.exec(path)?.[1] ?? "");
  const isThere =
    method === "DELETE" ? isDone || /author/.test(words) : /already exists/.test(words);
  const named = [...server.state.look.emoji.values()];
  const known =
    named.find((one) => one.name === name) ??
    named.find(({ id }) => String(id) === params["emoji_code"]);
  if (known !== undefined && (name !== "" || (isDone && !known.isActive)))
    commit(server, { kind: "emoji saved", emoji: { ...known, isActive: isThere || name === "" } });
  else if (name !== "" && isThere) {
    const picture = { type: "image/png", base64: "" };
    const facts = { id: 900, name, path: "x", picture, authorId: me?.id ?? nobody };
    commit(server, { kind: "emoji saved", emoji: { ...facts, isActive: true } });
  }
};

const presence: Premise = ({ server, exchange, isDone, touch }) => {
  const target = /\/users\/([^/]+)\/presence$/.exec(exchange.request.path)?.[1];
  const { byId, byEmail } = server.state.people;
  const person =
    byEmail.get(decodeURIComponent(target ?? "").toLowerCase()) ?? byId.get(Number(target));
  if (!isDone || person === undefined) return;
  server.presences.set(person.id, { active: nowSeconds, idle: nowSeconds });
  touch();
};

const status: Premise = ({ server, exchange, idAfter }) => {
  const told = exchange.body["status"];
  const id = idAfter("users");
  if (id === undefined || typeof told !== "object" || told === null) return;
  const { status_text: text = "", emoji_name: emoji } = told as Readonly<Record<string, string>>;
  const whole = emoji === undefined ? { text } : { text, emoji };
  commit(server, { kind: "person changed", personId: id, facts: { status: whole } });
};

/** Settings that a refusal speaks of: of the realm, and of whoever asks. */
const settings: readonly {
  readonly words: RegExp;
  readonly realm?: Readonly<Record<string, unknown>>;
  readonly own?: Readonly<Record<string, unknown>>;
  /** Realm settings that take a group: nobody is in it. */
  readonly nobodys?: string;
}[] = [
  { words: /edit history is disabled/, realm: { allow_edit_history: false } },
  { words: /Read receipts are disabled/, realm: { enable_read_receipts: false } },
  { words: /Topics are required/, realm: { mandatory_topics: true } },
  { words: /turned off message editing/, realm: { allow_message_editing: false } },
  { words: /permission to edit this message/, realm: { edit_topic_policy: 2 } },
  { words: /wildcard mentions in this/, realm: { wildcard_mention_policy: 6 } },
  {
    words: /time limit|most recent/,
    realm: {
      move_messages_within_stream_limit_seconds: 600,
      move_messages_between_streams_limit_seconds: 600,
    },
  },
  {
    words: /^Insufficient permission$/,
    realm: {
      create_public_stream_policy: 2,
      create_private_stream_policy: 2,
      create_web_public_stream_policy: 2,
      invite_to_stream_policy: 2,
    },
  },
  { words: /disabled synchronizing drafts/, own: { enable_drafts_synchronization: false } },
  {
    words: /disabled typing notifications for direct/,
    own: { send_private_typing_notifications: false },
  },
  {
    words: /disabled typing notifications for channel/,
    own: { send_stream_typing_notifications: false },
  },
  { words: /^Direct messages are disabled/, nobodys: "direct_message_permission_group" },
  { words: /permission to initiate direct/, nobodys: "direct_message_initiator_group" },
];

const rules: Premise = ({ server, me, words }) => {
  for (const { realm = {}, own = {}, nobodys } of settings.filter((one) => one.words.test(words))) {
    for (const [property, value] of Object.entries(realm))
      commit(server, { kind: "realm set", property, value });
    for (const [property, value] of Object.entries(own))
      commit(server, { kind: "setting set", userId: me?.id ?? nobody, property, value });
    const value = namedGroup(server, "role:nobody");
    if (nobodys !== undefined) commit(server, { kind: "realm set", property: nobodys, value });
  }
};

/** Web-public streams need a realm that takes spectators. */
const spectators: Premise = ({ server, exchange, isDone }) => {
  if (isDone && exchange.request.params?.["is_web_public"] === "true")
    commit(server, { kind: "realm set", property: "enable_spectator_access", value: true });
};

const policy: Premise = (scene) => {
  const { server, words } = scene;
  if (words !== "Guests cannot send to this channel.") return;
  const named = server.state.streams.byId.get(Number(param(scene, "to")));
  if (named === undefined) return;
  const { subscribers: _, spans: __, ...facts } = named;
  commit(server, { kind: "stream saved", stream: { ...facts, postPolicy: 3 } });
};

/** A topic that follows from writing to it: nobody wrote there before, and nothing is set for it. */
const freshTopic: Premise = (scene) => {
  const { server, me, exchange } = scene;
  if (me === undefined || !("automatic_new_visibility_policy" in exchange.body)) return;
  const given = param(scene, "to").replace(/^"|"$/g, "");
  const { byId, byName } = server.state.streams;
  const place = byId.get(Number(given)) ?? byName.get(given.toLowerCase());
  const written = param(scene, "topic").trim();
  const topic = written.length > 60 ? `${written.slice(0, 57)}...` : written;
  if (place === undefined) return;
  const ids = (server.state.messages.ofStream.get(place.id) ?? []).filter(
    (id) => server.state.messages.byId.get(id)?.topic.toLowerCase() === topic.toLowerCase(),
  );
  commit(server, { kind: "messages deleted", ids: [...ids] });
  const entry = { streamId: place.id, topic, policy: 0, at: nowSeconds };
  commit(server, { kind: "topic policy set", userId: me.id, entry });
};

/** So many requests came before that no further one is allowed. */
const flood: Premise = ({ server, exchange, me }) => {
  if (exchange.status !== 429 || me === undefined) return;
  const kind = exchange.request.path.endsWith("/events") ? "events" : "other";
  for (let asked = 0; asked < 1_000; asked += 1) server.rates.ask(`${kind}:${me.id}`);
};

const premises: readonly Premise[] = [
  ...[flood, rules, spectators, policy, deactivated, draft, scheduled, stream, subscribed],
  ...[
    message,
    reaction,
    group,
    namedInWords,
    emoji,
    muted,
    papers,
    queue,
    presence,
    status,
    freshTopic,
  ],
];

/** Brings about what the exchange takes for granted; tells whether something changed past the realm's journal. */
export function assume(realm: Realm, exchange: Exchange, userId: number | undefined): boolean {
  const { server } = realm.control;
  const { path } = exchange.request;
  let touched = false;
  const scene: Scene = {
    server,
    realm,
    exchange,
    me: userId === undefined ? undefined : server.state.people.byId.get(userId),
    idAfter: (step) => {
      const found = new RegExp(`/${step}/(\\d{1,15})(?:/|$)`).exec(path)?.[1];
      return found === undefined ? undefined : Number(found);
    },
    isDone: exchange.status < 400,
    words: String(exchange.body["msg"] ?? ""),
    touch: () => {
      touched = true;
    },
  };
  for (const premise of premises) premise(scene);
  return touched;
}
