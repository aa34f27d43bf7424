/** Joining streams: those that exist, and those that are made on the way. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { streamView } from "#realm/views/stream.ts";
import { isKnownTo, notPermitted, requireMember, requireOwner } from "./access.ts";
import { principals } from "./addressee.ts";
import { isAllowed } from "./policies.ts";
import {
  type PrivacyRequest,
  readDescription,
  readName,
  readPostPolicy,
  readRemovers,
  readRetention,
  requireWebPublic,
} from "./stream-settings.ts";
import { requireColour, subscribeAll } from "./subscriptions.ts";

export type WantedStream = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
};

export type JoinRequest = PrivacyRequest & {
  readonly streams: readonly WantedStream[];
  /** Whom to put in, by IDs or addresses; the caller when nobody is named. */
  readonly people: readonly (number | string)[];
  /** Whether one stream that may not be joined spoils all. */
  readonly isStrict: boolean;
  /** The rest is about streams that are made. */
  readonly postPolicy: number | undefined;
  readonly retention: string | undefined;
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

/** A stream that is to be made. */
type Draft = Omit<Stream, "id" | "subscribers" | "spans">;

/** Throws for what may not be before anything is done: a request that is refused leaves no trace. */
export function join(server: Server, person: Person, request: JoinRequest): JoinAnswer {
  requireMember(person);
  const { known, drafts } = readStreams(server, person, request);
  const present = known.filter((stream) => canSee(person, stream));
  const unauthorized = known.filter((stream) => !canSee(person, stream)).map(nameOf);
  if (unauthorized[0] !== undefined && request.isStrict) {
    throw new Refusal(`Unable to access channel (${unauthorized[0]}).`);
  }
  const people = invited(server, person, request);
  const made = drafts.map((draft) => create(server, draft));
  const streams = [...present, ...made];
  const joined = people.map((one): Joined => {
    const isIn = ({ subscribers }: Stream) => subscribers.has(one.id);
    const [already, fresh] = [streams.filter(isIn), streams.filter((stream) => !isIn(stream))];
    return { person: one, already: already.map(nameOf), fresh: fresh.map(nameOf) };
  });
  for (const stream of streams) subscribeAll(server, people, stream, colourOf(request, stream));
  return { joined, unauthorized };
}

function nameOf({ name }: Stream): string {
  return name;
}

/** The colour that newcomers are to see the stream in. */
function colourOf({ streams }: JoinRequest, { name }: Stream): string | undefined {
  return streams.find((one) => one.name.trim().toLowerCase() === name.toLowerCase())?.color;
}

/** Those to put in; throws unless the caller may put others in, and for those who are nobody or have left. */
function invited(server: Server, person: Person, { people }: JoinRequest): readonly Person[] {
  const isForOthers = people.some((one) => one !== person.id && one !== person.email);
  if (!isForOthers) return [person];
  if (!isAllowed(server, person, "invite_to_stream_policy")) throw notPermitted();
  return principals(server, people);
}

/** The streams that are there already, and the others as they would be made. What is wrong is refused for either. */
function readStreams(server: Server, person: Person, request: JoinRequest) {
  const { postPolicy, retention, removers } = request;
  const inviteOnly = request.isPrivate ?? false;
  const common = {
    inviteOnly,
    isWebPublic: request.isWebPublic ?? false,
    // What is open to all has no closed past, whatever is asked for.
    historyPublic: !inviteOnly || (request.historyPublic ?? false),
    postPolicy: postPolicy === undefined ? 1 : readPostPolicy(postPolicy),
    retention: retention === undefined ? null : readRetention(server.level, retention),
    removers: removers === undefined ? undefined : readRemovers(server, removers),
    createdAt: now(server),
    creatorId: person.id,
    isDefault: false,
    isArchived: false,
  };
  const wanted = new Map<string, Draft>();
  for (const { name: written, description = "", color = "#94c849" } of request.streams) {
    requireColour(color);
    const name = readName(written);
    const draft = { ...common, name, description: readDescription(description), color };
    if (!wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), draft);
  }
  const { byName } = server.state.streams;
  const drafts = [...wanted].flatMap(([key, draft]) => (byName.has(key) ? [] : [draft]));
  if (drafts.length > 0) requireCreation(server, person, common);
  return { known: [...wanted.keys()].flatMap((key) => byName.get(key) ?? []), drafts };
}

/** Throws unless the person may make such streams. */
function requireCreation(
  server: Server,
  person: Person,
  { inviteOnly, isWebPublic, retention }: Pick<Draft, "inviteOnly" | "isWebPublic" | "retention">,
): void {
  const kind = inviteOnly ? "private" : "public";
  if (!isAllowed(server, person, `create_${kind}_stream_policy`)) throw notPermitted();
  if (inviteOnly && isWebPublic) throw new Refusal("Invalid parameters");
  if (isWebPublic) requireWebPublic(server, person);
  if (retention !== null) requireOwner(person);
}

/** Nobody is in it yet; whoever may know of it is told. */
function create(server: Server, draft: Draft): Stream {
  const id = server.state.newest.stream + 1;
  commit(server, { kind: "stream saved", stream: { id, ...draft } });
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
