/** The streams that were archived while a real server was recorded: no register answer tells of them any more. */
import {
  type Asked,
  type Exchange,
  type Happening,
  readEverywhere,
  type Step,
} from "../support/recordings.ts";
import type { Fields } from "./fields.ts";

export type Archived = {
  /** What was told of it last, under the name that it had in use. */
  readonly fields: Fields;
  /** Everybody who was told to be in it, and who made it. */
  readonly members: readonly number[];
};

/** A stream's record that was asked for when it was archived has a mark before its name. */
const mark = /^[0-9a-f]{7}!DEACTIVATED:/;

function idOf(fields: Fields): number {
  return Number(fields["stream_id"]);
}

/** Every object within that is a stream's record. */
function records(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(records);
  if (typeof value !== "object" || value === null) return [];
  const isStream = "stream_id" in value && "name" in value && "date_created" in value;
  return [...(isStream ? [value as Fields] : []), ...Object.values(value).flatMap(records)];
}

/** The stream that a request took out of use. */
function archivedBy(asked: Asked, status: number | undefined): readonly number[] {
  const id = /\/streams\/(\d+)$/.exec(asked.path)?.[1];
  return asked.method === "DELETE" && status === 200 && id !== undefined ? [Number(id)] : [];
}

function isOne(action: Happening["action"]): action is Asked {
  return "method" in action;
}

let known: readonly Archived[] | undefined;

/** Gathered once. */
export function archivedStreams(): readonly Archived[] {
  known ??= gathered();
  return known;
}

function gathered(): readonly Archived[] {
  const exchanges = readEverywhere<Exchange>("exchanges/**/*.json").map(([, one]) => one);
  const happenings = readEverywhere<Happening>("events/**/*.json").map(([, one]) => one);
  const steps = readEverywhere<{ steps: readonly Step[] }>("sequences/*.json").flatMap(
    ([, one]) => one.steps,
  );
  const told = records([
    ...exchanges.map(({ body }) => body),
    ...happenings.map(({ seen_by: seen }) => seen),
    ...steps.map(({ events }) => events),
  ]);
  const gone = new Set([
    ...told.filter(({ name }) => mark.test(String(name))).map(idOf),
    ...exchanges.flatMap(({ request, status }) => archivedBy(request, status)),
    ...happenings.flatMap(({ action, status }) =>
      isOne(action) ? archivedBy(action, status) : [],
    ),
    ...steps.flatMap(({ request, status }) => (request ? archivedBy(request, status) : [])),
  ]);
  return [...gone].flatMap((id) => {
    const own = told.filter((one) => idOf(one) === id);
    const last = own.at(-1);
    if (last === undefined) return [];
    const fields = { ...last, name: String(last["name"]).replace(mark, "") };
    const lists = own.flatMap(({ subscribers }) => (Array.isArray(subscribers) ? subscribers : []));
    const members = [...lists, last["creator_id"]].filter((one) => typeof one === "number");
    return [{ fields, members: [...new Set(members)] }];
  });
}
