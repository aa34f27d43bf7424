/** The streams of Acme, from `streams.txt`. */

import { sorted } from "#base/sorted.ts";
import type { BlueprintStream } from "#realm/seed/blueprint.ts";
import { factsIn, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import { character, groups, type Short, team } from "./people.ts";

type DemoStream = Omit<BlueprintStream, "createdAt" | "subscribers"> & {
  readonly who: readonly Short[];
};

/** In the order in which they are shown. */
export const folders = [
  { name: "Building", description: "What the stations run on" },
  { name: "Running", description: "Keeping them up, and the people who own them" },
];
const folderNames = folders.map(({ name }) => name);

/** By the names of groups and the short names of people. */
function postersNamed(names: readonly string[]): NonNullable<DemoStream["posters"]> {
  const groupsOf = (name: string) => groups.filter((group) => group.name === name);
  return {
    people: names.flatMap((name) => (groupsOf(name).length > 0 ? [] : character(name).id)),
    groups: names.flatMap((name) => groupsOf(name).map(({ id }) => id)),
  };
}

const rooms = sections(seedText("demo/streams")).map((section, at): DemoStream => {
  const { description = "", color = "", who = "", folder = "", posts = "", is } = factsIn(section);
  return {
    id: at + 1,
    name: section.head,
    description,
    color,
    who: who.split(" ").flatMap((one) => (one === "team" ? team : one)),
    inviteOnly: is === "private",
    isWebPublic: is === "web-public",
    isArchived: is === "archived",
    ...(folder === "" ? {} : { folderId: folderNames.indexOf(folder) + 1 }),
    ...(posts === "" ? {} : { postPolicy: "moderators", posters: postersNamed(posts.split(" ")) }),
  };
});

const byName = new Map(rooms.map((room) => [room.name, room]));

function room(name: string): DemoStream {
  const stream = byName.get(name);
  if (stream === undefined) throw new RangeError(`No stream is called "${name}".`);
  return stream;
}

export function streamId(name: string): number {
  return room(name).id;
}

/** The short names of a stream's subscribers. */
export function readers(name: string): readonly Short[] {
  return room(name).who;
}

/** The same by ID; undefined for streams that were created later. */
export function readersOf(id: number): readonly Short[] | undefined {
  return rooms.find((one) => one.id === id)?.who;
}

/** The IDs of those who may post to it; undefined: everybody. */
export function postersOf(id: number): readonly number[] | undefined {
  const { posters } = rooms.find((one) => one.id === id) ?? {};
  const members = groups.flatMap((group) =>
    posters?.groups.includes(group.id) ? group.members : [],
  );
  return posters && [...posters.people, ...members];
}

export function streams(now: number): readonly BlueprintStream[] {
  return rooms.map(({ who, ...stream }) => ({
    ...stream,
    createdAt: now - (420 - stream.id * 30) * 86_400,
    subscribers: sorted(who.map((short) => character(short).id)),
  }));
}
