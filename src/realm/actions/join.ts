/** Joining streams: those that exist, and those that are made on the way. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/settings.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { streamView } from "#realm/views/stream.ts";
import { isKnownTo, notPermitted, requireMember } from "./access.ts";
import { named, notify } from "./notify.ts";
import { isAllowed } from "./policies.ts";
import { tellCreated } from "./stream-notices.ts";
import {
  readDescription,
  readName,
  readPostPolicy,
  readPrivacy,
  readRemovers,
  readRetention,
  requireWebPublic,
} from "./stream-settings.ts";
import { setSubscription, subscribeAll } from "./subscriptions.ts";

export type WantedStream = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
};

export type JoinWish = {
  readonly streams: readonly WantedStream[];
  /** Whom to put in: the caller, or others. */
  readonly people: readonly Person[];
  /** Whether one stream that may not be joined spoils all. */
  readonly isStrict: boolean;
  readonly announces: boolean;
  /** Of streams that are made. */
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublic: boolean | undefined;
  readonly isDefault: boolean;
  readonly postPolicy: number | undefined;
  readonly retention: number | string | undefined;
  readonly removers: number | undefined;
};

export type Joined = {
  readonly person: Person;
  readonly fresh: readonly string[];
  readonly already: readonly string[];
};

export type JoinAnswer = {
  readonly joined: readonly Joined[];
  /** Names of streams that the caller may not join. */
  readonly unauthorized: readonly string[];
};

export function mayCreateStreams(server: Server, person: Person): boolean {
  return isAllowed(server, person, "create_public_stream_policy");
}

export function join(server: Server, person: Person, wish: JoinWish): JoinAnswer {
  requireMember(person);
  const others = wish.people.filter(({ id }) => id !== person.id);
  if (others.length > 0 && !isAllowed(server, person, "invite_to_stream_policy")) {
    throw notPermitted();
  }
  for (const other of others) if (!other.isActive) throw new Refusal("User is deactivated");
  const { present, missing, unauthorized } = sorted(server, person, wish);
  const makings = missing.map((one) => readMaking(server, person, wish, one));
  const made = makings.map((making) => make(server, making));
  const streams = [...present, ...made];
  const before = wish.people.map((one) => ({
    person: one,
    already: streams.filter(({ subscribers }) => subscribers.has(one.id)).map(({ name }) => name),
  }));
  for (const stream of streams) {
    const isNew = made.includes(stream);
    const fresh = wish.people.filter(({ id }) => !stream.subscribers.has(id));
    subscribeAll(server, wish.people, stream);
    if (!isNew) for (const one of fresh) tellInvited(server, person, one, stream);
  }
  paint(server, person, wish, streams);
  for (const stream of made) tellMade(server, person, wish, stream);
  const joined = before.map(({ person: one, already }) => ({
    person: one,
    already,
    fresh: streams.map(({ name }) => name).filter((name) => !already.includes(name)),
  }));
  return { joined, unauthorized };
}

function sorted(server: Server, person: Person, { streams, isStrict }: JoinWish) {
  const present: Stream[] = [];
  const missing: WantedStream[] = [];
  const unauthorized: string[] = [];
  for (const [index, wanted] of streams.entries()) {
    const name = readName(wanted.name);
    readDescription(wanted.description ?? "", `subscriptions[${index}]["description"]`);
    requireColour(wanted, index);
    const stream = server.state.streams.byName.get(name.toLowerCase());
    if (stream === undefined) missing.push({ ...wanted, name });
    else if (canSee(person, stream)) present.push(stream);
    else unauthorized.push(stream.name);
  }
  if (unauthorized.length > 0 && isStrict) {
    throw new Refusal(`Unable to access channel (${unauthorized.join(", ")}).`);
  }
  return { present, missing, unauthorized };
}

function requireColour({ color }: WantedStream, index: number): void {
  if (color === undefined || /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(color)) return;
  const complaint = "Value error, add.color is not a valid hex color code";
  throw new Refusal(`Invalid subscriptions[${index}]: ${complaint}`);
}

type Making = Omit<Stream, "id" | "subscribers" | "spans">;

/** Throws unless the stream may be made so. */
function readMaking(
  server: Server,
  person: Person,
  wish: JoinWish,
  { name, description = "", color = "#94c849" }: WantedStream,
): Making {
  const kind = wish.isPrivate === true ? "private" : "public";
  if (!isAllowed(server, person, `create_${kind}_stream_policy`)) throw notPermitted();
  if (wish.isDefault && !isAdministrator(person)) throw notPermitted();
  if (wish.isDefault && wish.isPrivate === true) {
    throw new Refusal("A default channel cannot be private.");
  }
  if (wish.isWebPublic === true) requireWebPublic(server, person);
  const plain = { inviteOnly: false, isWebPublic: false, historyPublic: true };
  const { postPolicy, retention, removers } = wish;
  return {
    name,
    description: readDescription(description),
    ...readPrivacy(plain, { ...wish, isPrivate: wish.isPrivate ?? false }),
    postPolicy: postPolicy === undefined ? 1 : readPostPolicy(postPolicy),
    color,
    createdAt: now(server),
    retention: retention === undefined ? null : readRetention(server.level, person, retention),
    removers: removers === undefined ? undefined : readRemovers(server, removers),
    creatorId: person.id,
    isDefault: wish.isDefault,
    isArchived: false,
  };
}

/** Nobody is in it yet; whoever may know of it is told. */
function make(server: Server, making: Making): Stream {
  const id = server.state.newest.stream + 1;
  commit(server, { kind: "stream saved", stream: { id, ...making } });
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined) throw new RangeError(`Stream ${id} got lost.`);
  announce(
    server,
    "stream",
    (userId) => isKnownTo(server, userId, stream),
    () => ({ op: "create", streams: [streamView(server, stream)] }),
  );
  return stream;
}

/** Colours are the caller's own. */
function paint(server: Server, person: Person, wish: JoinWish, streams: readonly Stream[]): void {
  for (const { name, color } of wish.streams) {
    const stream = streams.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
    if (color === undefined || stream?.subscribers.has(person.id) !== true) continue;
    setSubscription(server, person, { streamId: stream.id, property: "color", value: color });
  }
}

function tellInvited(server: Server, person: Person, other: Person, stream: Stream): void {
  if (other.id === person.id || other.isBot) return;
  const caller = `@**${person.fullName}|${person.id}**`;
  notify(server, { to: other.id }, `${caller} subscribed you to the channel #**${stream.name}**.`);
}

function tellMade(server: Server, person: Person, { announces }: JoinWish, stream: Stream): void {
  const board = realmSetting(server, "new_stream_announcements_stream_id");
  if (announces && !stream.inviteOnly && server.state.streams.byId.has(Number(board))) {
    const content = `${named(person)} created a new channel #**${stream.name}**.`;
    notify(server, { streamId: Number(board), topic: "new channels" }, content);
  }
  tellCreated(server, person, stream);
}
