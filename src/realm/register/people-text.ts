/** The long lists of people in a register response, serialized once until somebody changes. */
import type { Server } from "#realm/server.ts";
import { isSeenByPeers, type People, type Person, visibilityRank } from "#realm/state/people.ts";
import { personView, type Viewer } from "#realm/views/person.ts";

type Lists = Readonly<
  Record<"realm_users" | "realm_non_active_users" | "cross_realm_bots", CachedJson>
>;

type CachedTexts = {
  readonly level: number;
  readonly revision: number;
  /** By the viewer's access. */
  readonly lists: Map<string, Lists>;
};

const cachedTexts = new WeakMap<People, CachedTexts>();

/** `realm_users`, `realm_non_active_users` and `cross_realm_bots`. */
export function peopleText(server: Server, eye: Viewer): Lists {
  const { people } = server.state;
  const { lists } = knownNow(server.level, people);
  const sight = sightKey(eye);
  const written = lists.get(sight) ?? listsOf(server, people, eye);
  lists.set(sight, written);
  return written;
}

/** The cache for the current revision. */
function knownNow(level: number, people: People): CachedTexts {
  const { revision } = people;
  const before = cachedTexts.get(people);
  if (before?.level === level && before.revision === revision) return before;
  const fresh = { level, revision, lists: new Map() };
  cachedTexts.set(people, fresh);
  return fresh;
}

/** Equal for viewers who see the same: people of one rank, except those who can only see their own address. */
function sightKey({ viewer, clientGravatar }: Viewer): string {
  const rank = `${visibilityRank(viewer)} ${clientGravatar}`;
  return isSeenByPeers(viewer) ? rank : `${rank}, as ${viewer.id}`;
}

function listsOf(server: Server, people: People, eye: Viewer): Lists {
  const all = [...people.byId.values()];
  const write = (list: readonly Person[]) =>
    asWritten(list.map((person) => personView(server, person, eye)));
  // The avatars of the server's own bots are always included.
  const withPictures = { ...eye, clientGravatar: false };
  const custom = all.filter((person) => !person.isSystem);
  return {
    realm_users: write(custom.filter((person) => person.isActive)),
    realm_non_active_users: write(custom.filter((person) => !person.isActive)),
    cross_realm_bots: asWritten(
      all
        .filter((person) => person.isSystem)
        .map((person) => ({ ...personView(server, person, withPictures), is_active: true })),
    ),
  };
}

export type CachedJson = { readonly json: string };

const written = new WeakSet<object>();

export function asWritten(value: unknown): CachedJson {
  const part = { json: JSON.stringify(value) };
  written.add(part);
  return part;
}

/** Serializes a response, whose top-level values may be serialized already. */
export function toJson(answer: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(answer).filter(([, value]) => isWritten(value));
  if (parts.length === 0) return JSON.stringify(answer);
  const rest = Object.fromEntries(Object.entries(answer).filter(([, value]) => !isWritten(value)));
  const texts = parts.map(([key, value]) => `${JSON.stringify(key)}:${(value as CachedJson).json}`);
  const plain = JSON.stringify(rest);
  return plain === "{}" ? `{${texts.join(",")}}` : `${plain.slice(0, -1)},${texts.join(",")}}`;
}

function isWritten(value: unknown): value is CachedJson {
  return typeof value === "object" && value !== null && written.has(value);
}
