/** Joining streams: those that exist, and those that are made on the way. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { streamView } from "#realm/views/stream.ts";
import { isKnownTo, notPermitted, requireMember, requireOwner } from "./access.ts";
import { named, notify } from "./notify.ts";
import { isAllowed } from "./policies.ts";
import { principals } from "./principals.ts";
import { tellCreated } from "./stream-notices.ts";
import {
  type Privacy,
  readDescription,
  readName,
  readPostPolicy,
  readRemovers,
  readRetention,
  requireWebPublic,
} from "./stream-settings.ts";
import { isColour, subscribeAll } from "./subscriptions.ts";

export type WantedStream = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
};

export type JoinWish = {
  readonly streams: readonly WantedStream[];
  /** Whom to put in, by IDs or addresses; the caller when nobody is named. */
  readonly people: readonly (number | string)[];
  /** Whether one stream that may not be joined spoils all. */
  readonly isStrict: boolean;
  readonly announces: boolean;
  /** Of streams that are made. */
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublic: boolean | undefined;
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

/** What is there of the streams that somebody wants to be in, and what would have to be made. */
type Sorted = {
  readonly present: readonly Stream[];
  readonly makings: readonly Making[];
  readonly unauthorized: readonly string[];
};

/** Throws for what may not be, before anything is done: a request that is refused leaves no trace. Gives what does it. */
export function readyToJoin(server: Server, person: Person, wish: JoinWish): () => JoinAnswer {
  requireMember(person);
  const { present, makings, unauthorized } = sorted(server, person, wish);
  const [refused] = unauthorized;
  if (refused !== undefined && wish.isStrict) {
    throw new Refusal(`Unable to access channel (${refused}).`);
  }
  const people = invited(server, person, wish);
  return () => ({
    joined: joinAll(server, person, wish, { present, makings, people }),
    unauthorized,
  });
}

type Ready = Omit<Sorted, "unauthorized"> & { readonly people: readonly Person[] };

function joinAll(
  server: Server,
  person: Person,
  wish: JoinWish,
  { present, makings, people }: Ready,
): readonly Joined[] {
  const made = makings.map((making) => make(server, making));
  const streams = [...present, ...made];
  const joined = people.map((one): Joined => {
    const isIn = ({ subscribers }: Stream) => subscribers.has(one.id);
    const [already, fresh] = [streams.filter(isIn), streams.filter((stream) => !isIn(stream))];
    return { person: one, already: already.map(nameOf), fresh: fresh.map(nameOf) };
  });
  for (const stream of streams) subscribeAll(server, people, stream, colourOf(wish, stream));
  for (const one of joined) {
    const names = one.fresh.filter((name) => !made.some((stream) => stream.name === name));
    tellInvited(server, person, one.person, names);
  }
  tellMade(server, person, wish, made);
  return joined;
}

function nameOf({ name }: Stream): string {
  return name;
}

/** The colour that newcomers are to see the stream in. */
function colourOf({ streams }: JoinWish, { name }: Stream): string | undefined {
  return streams.find((one) => one.name.trim().toLowerCase() === name.toLowerCase())?.color;
}

/** Those to put in; throws unless the caller may put others in, and for those who are nobody or have left. */
function invited(server: Server, person: Person, { people }: JoinWish): readonly Person[] {
  const isForOthers = people.some((one) => one !== person.id && one !== person.email);
  if (!isForOthers) return [person];
  if (!isAllowed(server, person, "invite_to_stream_policy")) throw notPermitted();
  return principals(server, people);
}

function sorted(server: Server, person: Person, wish: JoinWish): Sorted {
  for (const [index, one] of wish.streams.entries()) {
    readDescription(one.description ?? "", `subscriptions[${index}]["description"]`);
    requireColour(one, index);
  }
  const mould = readMould(server, wish);
  const wanted = new Map<string, WantedStream>();
  for (const one of wish.streams) {
    const name = readName(one.name);
    if (!wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), { ...one, name });
  }
  const { byName } = server.state.streams;
  const known = [...wanted.keys()].flatMap((key) => byName.get(key) ?? []);
  const missing = [...wanted].flatMap(([key, one]) => (byName.has(key) ? [] : [one]));
  if (missing.length > 0) requireMaking(server, person, mould);
  return {
    present: known.filter((stream) => canSee(person, stream)),
    unauthorized: known.filter((stream) => !canSee(person, stream)).map(({ name }) => name),
    makings: missing.map((one) => making(server, person, one, mould)),
  };
}

function requireColour({ color }: WantedStream, index: number): void {
  if (color === undefined || isColour(color)) return;
  const complaint = "Value error, add.color is not a valid hex color code";
  throw new Refusal(`Invalid subscriptions[${index}]: ${complaint}`);
}

type Making = Omit<Stream, "id" | "subscribers" | "spans">;

/** What all streams that a request makes have in common. */
type Mould = Privacy & Pick<Making, "postPolicy" | "retention" | "removers">;

/** Read, and refused when wrong, even if no stream is made in the end. */
function readMould(server: Server, wish: JoinWish): Mould {
  const { postPolicy, retention, removers } = wish;
  const inviteOnly = wish.isPrivate ?? false;
  return {
    inviteOnly,
    isWebPublic: wish.isWebPublic ?? false,
    // What is open to all has no closed past, whatever is asked for.
    historyPublic: !inviteOnly || (wish.historyPublic ?? false),
    postPolicy: postPolicy === undefined ? 1 : readPostPolicy(postPolicy),
    retention: retention === undefined ? null : readRetention(server.level, retention),
    removers: removers === undefined ? undefined : readRemovers(server, removers),
  };
}

/** Throws unless the person may make such streams. */
function requireMaking(server: Server, person: Person, mould: Mould): void {
  const { inviteOnly, isWebPublic, retention } = mould;
  const kind = inviteOnly ? "private" : "public";
  if (!isAllowed(server, person, `create_${kind}_stream_policy`)) throw notPermitted();
  if (inviteOnly && isWebPublic) throw new Refusal("Invalid parameters");
  if (isWebPublic) requireWebPublic(server, person);
  if (retention !== null) requireOwner(person);
}

function making(
  server: Server,
  person: Person,
  { name, description = "", color = "#94c849" }: WantedStream,
  mould: Mould,
): Making {
  return {
    ...mould,
    name,
    description: readDescription(description),
    color,
    createdAt: now(server),
    creatorId: person.id,
    isDefault: false,
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

/** Somebody whom another has put into streams that were there before is told which. */
function tellInvited(
  server: Server,
  person: Person,
  other: Person,
  names: readonly string[],
): void {
  const [first, ...rest] = names.toSorted().map((name) => `#**${name}**`);
  if (other.id === person.id || other.isBot || first === undefined) return;
  const lead = `@**${person.fullName}|${person.id}** subscribed you to`;
  const list = [first, ...rest].map((link) => `* ${link}`).join("\n");
  const one = `${lead} the channel ${first}.`;
  const content = rest.length === 0 ? one : `${lead} the following channels:\n\n${list}`;
  notify(server, { to: other.id }, content);
}

function tellMade(
  server: Server,
  person: Person,
  { announces }: JoinWish,
  made: readonly Stream[],
): void {
  const id = Number(realmSetting(server, "new_stream_announcements_stream_id"));
  const board = server.state.streams.byId.get(id);
  if (announces && made.length > 0 && board !== undefined && !board.isArchived) {
    const links = made.map(({ name }) => `#**${name}**`).join(", ");
    const what = made.length === 1 ? `created a new channel` : `created the following channels:`;
    const content = `${named(person)} ${what} ${links}.`;
    notify(server, { streamId: id, topic: `new channels` }, content, [person.id]);
  }
  for (const stream of made) tellCreated(server, person, stream);
}
