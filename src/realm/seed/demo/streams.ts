/** The streams of Acme. */

import type { BlueprintStream } from "#realm/seed/blueprint.ts";
import { character, type Short } from "./people.ts";

type DemoStream = Omit<BlueprintStream, "createdAt" | "subscribers"> & {
  readonly who: readonly Short[];
};

const team = [
  "ana",
  "bo",
  "mei",
  "priya",
  "ken",
  "you",
  "tomasz",
  "noor",
  "sam",
  "elodie",
] as const;

const rooms = [
  {
    id: 1,
    name: "general",
    description: "What concerns everybody. Short, please.",
    color: "#76ce90",
    who: [...team, "jules", "viktor"],
  },
  {
    id: 2,
    name: "backend",
    description: "Ingest, storage, the API, and the pool that is always exhausted",
    color: "#4f8de4",
    who: [...team, "viktor", "ci", "alerts"],
  },
  {
    id: 3,
    name: "design",
    description: "Icons, colours, words. Bring a picture.",
    color: "#e79ab5",
    who: ["ana", "mei", "ken", "you", "noor", "elodie"],
  },
  {
    id: 4,
    name: "ops",
    description: "On call, capacity, incidents. Private: it holds addresses.",
    color: "#c8bebf",
    inviteOnly: true,
    who: ["ana", "bo", "priya", "you", "alerts"],
  },
  {
    id: 5,
    name: "announcements",
    description: "Releases and rules. Read all of it, it is little.",
    color: "#f5ce6e",
    postPolicy: "moderators",
    who: [...team, "jules"],
  },
  {
    id: 6,
    name: "random",
    description: "Lunch, cats, clouds that look like lunch or cats",
    color: "#a6c7e5",
    who: [...team, "jules"],
  },
  {
    id: 7,
    name: "community",
    description: "Everybody with a station on the roof is welcome. Readable without an account.",
    color: "#53a063",
    isWebPublic: true,
    who: [...team, "jules", "max"],
  },
  {
    id: 8,
    name: "firmware",
    description: "What runs in the box on the pole: sensors, radio, power",
    color: "#e4523d",
    who: ["ana", "ken", "you", "tomasz", "sam", "jules", "ci", "viktor"],
  },
  {
    id: 9,
    name: "hackweek",
    description: "One week, no tickets. Closed, and fondly remembered.",
    color: "#94c849",
    isArchived: true,
    who: team,
  },
] as const satisfies readonly DemoStream[];

export type StreamName = (typeof rooms)[number]["name"];

const byName = new Map<string, DemoStream>(rooms.map((room) => [room.name, room]));

function room(name: StreamName): DemoStream {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`No stream is called "${name}".`);
  return found;
}

export function isStreamName(name: string): name is StreamName {
  return byName.has(name);
}

export function streamId(name: StreamName): number {
  return room(name).id;
}

/** The short names of a stream's subscribers. */
export function readers(name: StreamName): readonly Short[] {
  return room(name).who;
}

/** The same by ID; undefined for streams that were created later. */
export function readersOf(id: number): readonly Short[] | undefined {
  return rooms.find((one) => one.id === id)?.who;
}

export function postsOnlyByModerators(id: number): boolean {
  return rooms.some((one) => one.id === id && "postPolicy" in one);
}

export function streams(now: number): readonly BlueprintStream[] {
  return rooms.map(({ who, ...stream }) => ({
    ...stream,
    createdAt: now - (420 - stream.id * 30) * 86_400,
    subscribers: who.map((short) => character(short).id).toSorted((a, b) => a - b),
  }));
}
