/** Subscribing to streams, and creating those that do not exist. */
import { isAllowed, isKnownTo, notPermitted, requireOwner } from "#realm/actions/access.ts";
import { principals } from "#realm/actions/addressee.ts";
import { readDescription, readSettings, requireWebPublic } from "#realm/actions/stream-settings.ts";
import { requireColour, subscribeAll } from "#realm/actions/subscriptions.ts";
import { Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { streamView } from "#realm/views/stream.ts";
import { streamName } from "#wire/endpoints/streams.ts";
import { subscribe } from "#wire/endpoints/subscriptions.ts";
import { type RouteRequest, route } from "./route.ts";

export const joinRoutes = [route(subscribe, join, { raw: ["message_retention_days"] })];

type Joining = RouteRequest<typeof subscribe.parameters>;

/** A stream to be created. */
type Draft = Omit<Stream, "id" | "subscribers" | "spans">;

/** Checks everything before any change, so that a refused request has no effect. */
function join(request: Joining) {
  const { server, person, values } = request;
  const isStrict = values.authorization_errors_fatal ?? true;
  const { known, drafts } = readStreams(request);
  const present = known.filter((stream) => canSee(person, stream));
  const unauthorized = known.filter((stream) => !canSee(person, stream)).map(nameOf);
  if (unauthorized[0] !== undefined && isStrict) {
    throw new Refusal(`Unable to access channel (${unauthorized[0]}).`);
  }
  const people = invited(request);
  const streams = [...present, ...drafts.map((draft) => create(server, draft))];
  const namesByPerson = (isIn: boolean) => {
    const entries = people.map((one) => {
      const own = streams.filter(({ subscribers }) => subscribers.has(one.id) === isIn);
      return [one.email, own.map(nameOf)] as const;
    });
    return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
  };
  const answer = { subscribed: namesByPerson(false), already_subscribed: namesByPerson(true) };
  for (const stream of streams) subscribeAll(server, people, stream, colourOf(values, stream));
  return { ...answer, ...(isStrict ? {} : { unauthorized }) };
}

function nameOf({ name }: Stream): string {
  return name;
}

/** The requested colour for new subscribers. */
function colourOf({ subscriptions }: Joining["values"], { name }: Stream): string | undefined {
  return subscriptions.find((one) => one.name.trim().toLowerCase() === name.toLowerCase())?.color;
}

/** The people to subscribe; throws unless the caller may add others, and for unknown or deactivated people. */
function invited({ server, person, values }: Joining): readonly Person[] {
  const people: readonly (number | string)[] = values.principals ?? [];
  const isForOthers = people.some((one) => one !== person.id && one !== person.email);
  if (!isForOthers) return [person];
  if (!isAllowed(server, person, "invite_to_stream_policy")) throw notPermitted();
  return principals(server, people);
}

/** The existing streams and those to be created; throws for invalid ones of either kind. */
function readStreams(request: Joining) {
  const { server, person, values } = request;
  const inviteOnly = values.invite_only ?? false;
  const { postPolicy = 1, retention = null, removers } = readSettings(request);
  const common = {
    inviteOnly,
    isWebPublic: values.is_web_public ?? false,
    // Public streams always have public history.
    historyPublic: !inviteOnly || (values.history_public_to_subscribers ?? false),
    postPolicy,
    retention,
    removers,
    createdAt: now(server),
    creatorId: person.id,
    weeklyTraffic: null,
    isDefault: false,
    isArchived: false,
  };
  const requested = new Map<string, Draft>();
  for (const { name: written, description = "", color = "#94c849" } of values.subscriptions) {
    requireColour(color);
    const name = accepted(streamName, written);
    const draft = { ...common, name, description: readDescription(description), color };
    if (!requested.has(name.toLowerCase())) requested.set(name.toLowerCase(), draft);
  }
  const { byName } = server.state.streams;
  const drafts = [...requested].flatMap(([key, draft]) => (byName.has(key) ? [] : [draft]));
  if (drafts.length > 0) requireCreation(server, person, common);
  return { known: [...requested.keys()].flatMap((key) => byName.get(key) ?? []), drafts };
}

/** Throws unless the person may create such streams. */
function requireCreation(
  server: Server,
  person: Person,
  { inviteOnly, isWebPublic, retention }: Pick<Draft, "inviteOnly" | "isWebPublic" | "retention">,
): void {
  const kind = inviteOnly ? "private" : "public";
  if (!isAllowed(server, person, `create_${kind}_stream_policy`)) throw notPermitted();
  if (inviteOnly && isWebPublic) throw new Refusal("Invalid parameters");
  if (isWebPublic) requireWebPublic(server, person);
  if (retention !== null) requireOwner(server, person);
}

/** Creates it without subscribers, and announces it to everybody who may see it. */
function create(server: Server, draft: Draft): Stream {
  const id = server.state.newest.stream + 1;
  commit(server, { kind: "stream saved", stream: { id, ...draft } });
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined) throw new RangeError(`Stream ${id} got lost.`);
  announce(server, "stream", (userId) => isKnownTo(server, userId, stream), {
    op: "create",
    streams: [streamView(server, stream)],
  });
  return stream;
}
