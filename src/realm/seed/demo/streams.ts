/** The streams of Acme, from `streams.txt`. */

import type { BlueprintStream } from "#realm/seed/blueprint.ts";
import { factsIn, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import { character, type Short, team } from "./people.ts";

type DemoStream = Omit<BlueprintStream, "createdAt" | "subscribers"> & {
  readonly who: readonly Short[];
};

/** In the order in which they are shown. */
export const folders = [
  { name: "Building", description: "What the stations run on" },
  { name: "Running", description: "Keeping them up, and the people who own them" },
];
const folderNames = folders.map(({ name }) => name);

const rooms = sections(seedText("demo/streams")).map((section, at): DemoStream => {
  const { description = "", color = "", who = "", folder = "", is } = factsIn(section);
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
    ...(is === "for posts by moderators" ? { postPolicy: "moderators" } : {}),
  };
});

const byName = new Map(rooms.map((room) => [room.name, room]));

function room(name: string): DemoStream {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`No stream is called "${name}".`);
  return found;
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

export function postsOnlyByModerators(id: number): boolean {
  return rooms.some((one) => one.id === id && one.postPolicy !== undefined);
}

export function streams(now: number): readonly BlueprintStream[] {
  return rooms.map(({ who, ...stream }) => ({
    ...stream,
    createdAt: now - (420 - stream.id * 30) * 86_400,
    subscribers: who.map((short) => character(short).id).toSorted((a, b) => a - b),
  }));
}
