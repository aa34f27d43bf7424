/** Groups of streams that newcomers are offered: administrators' to change. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, everybody, type Server } from "#realm/server.ts";
import type { StreamGroup } from "#realm/state/furnishings.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { streamGroupsView } from "#realm/views/furnishings.ts";
import { limits } from "#wire/limits.ts";
import { visibleStreamNamed } from "./access.ts";

/** Guests are told of none. */
function saveGroups(server: Server, groups: readonly StreamGroup[]): void {
  commit(server, { kind: "stream groups set", groups });
  const told = { default_stream_groups: streamGroupsView(server) };
  const { byId } = server.state.people;
  announce(server, "default_stream_groups", everybody, ({ userId }) => {
    const person = byId.get(userId);
    return person === undefined || isGuest(person) ? undefined : told;
  });
}

/** Takes a stream out of all groups. */
export function withdrawStream(server: Server, id: number): void {
  const groups = groupsOf(server);
  if (!groups.some(({ streamIds }) => streamIds.includes(id))) return;
  const left = groups.map((group) => ({
    ...group,
    streamIds: group.streamIds.filter((one) => one !== id),
  }));
  saveGroups(server, left);
}

function groupsOf({ state }: Server): readonly StreamGroup[] {
  return state.furnishings.streamGroups;
}

function groupNumbered(server: Server, id: number): StreamGroup {
  const group = groupsOf(server).find((one) => one.id === id);
  if (group === undefined) {
    throw new Refusal(`Default channel group with id '${id}' does not exist.`);
  }
  return group;
}

function requireFreeName(server: Server, name: string): void {
  if (!groupsOf(server).some((one) => one.name === name)) return;
  throw new Refusal(`Default channel group '${name}' already exists`);
}

function requireName(name: string): void {
  if (name.trim() === "") throw new Refusal(`Invalid default channel group name '${name}'`);
  const longest = limits.streamNameLength;
  if ([...name].length > longest) {
    throw new Refusal(`Default channel group name too long (limit: ${longest} characters)`);
  }
  if (name.includes("\0")) {
    throw new Refusal(`Default channel group name '${name}' contains NULL (0x00) characters.`);
  }
}

/** The streams of those names, none of which newcomers are in anyway. */
function readStreams(server: Server, person: Person, names: readonly string[]): readonly Stream[] {
  return names.map((name) => visibleStreamNamed(server, person, name));
}

function requireOffers(streams: readonly Stream[], group: string): void {
  const given = streams.find(({ isDefault }) => isDefault);
  if (given === undefined) return;
  throw new Refusal(`'${given.name}' is a default channel and cannot be added to '${group}'`);
}

export type StreamGroupWish = {
  readonly name: string;
  readonly description: string;
  readonly streams: readonly string[];
};

export function createStreamGroup(server: Server, person: Person, wish: StreamGroupWish): void {
  const { name, description } = wish;
  const streams = readStreams(server, person, wish.streams);
  requireOffers(streams, name);
  requireName(name);
  requireFreeName(server, name);
  const id = server.state.furnishings.newest.streamGroup + 1;
  const streamIds = [...new Set(streams.map((stream) => stream.id))];
  saveGroups(server, [...groupsOf(server), { id, name, description, streamIds }]);
}

export function updateStreamGroup(
  server: Server,
  id: number,
  { name = "", description = "" }: Partial<Pick<StreamGroupWish, "name" | "description">>,
): void {
  if (name === "" && description === "") {
    throw new Refusal('You must pass "new_description" or "new_group_name".');
  }
  const group = groupNumbered(server, id);
  if (name === group.name) {
    throw new Refusal(`This default channel group is already named '${name}'`);
  }
  if (name !== "") requireFreeName(server, name);
  // Each part is told by itself.
  if (name !== "") replace(server, { ...group, name });
  if (description !== "") replace(server, { ...groupNumbered(server, id), description });
}

function replace(server: Server, group: StreamGroup): void {
  saveGroups(
    server,
    groupsOf(server).map((one) => (one.id === group.id ? group : one)),
  );
}

export function deleteStreamGroup(server: Server, id: number): void {
  const gone = groupNumbered(server, id);
  saveGroups(
    server,
    groupsOf(server).filter((one) => one !== gone),
  );
}

export function changeStreamGroup(
  server: Server,
  person: Person,
  id: number,
  op: string,
  names: readonly string[],
): void {
  const group = groupNumbered(server, id);
  const streams = readStreams(server, person, names);
  if (op !== "add" && op !== "remove") {
    throw new Refusal('Invalid value for "op". Specify one of "add" or "remove".');
  }
  if (op === "add") requireOffers(streams, group.name);
  const isMeant = ({ id: one }: Stream) => group.streamIds.includes(one) === (op === "remove");
  const wrong = streams.find((stream) => !isMeant(stream));
  if (wrong !== undefined) {
    const state = op === "add" ? "already present" : "not present";
    throw new Refusal(
      `Channel '${wrong.name}' is ${state} in default channel group '${group.name}'`,
    );
  }
  const ids = streams.map((stream) => stream.id);
  const streamIds =
    op === "add"
      ? [...new Set([...group.streamIds, ...ids])]
      : group.streamIds.filter((one) => !ids.includes(one));
  replace(server, { ...group, streamIds });
}
