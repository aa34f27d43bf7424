/** Which keys an answer has and of which types their values are, and how two answers differ in that. */
import type { Exchange } from "../support/recordings.ts";

/** The types at each place of a value: elements of a list share a place, and so do the entries of a map. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

/** What all recordings of an endpoint have at a place, and whether none lacks it. */
type Range = { readonly types: Set<string>; isAlways: boolean };
export type Ranges = ReadonlyMap<string, ReadonlyMap<string, Range>>;

/** Keys that are names of things and not of fields: IDs and addresses. */
function isName(key: string): boolean {
  return /^-?\d|@/.test(key);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function within(place: string, value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one) => [`${place}[]`, one] as const);
  return Object.entries(value).map(
    ([key, one]) => [`${place}.${isName(key) ? "*" : key}`, one] as const,
  );
}

function visit(value: unknown, place: string, see: (place: string, value: unknown) => void): void {
  see(place, value);
  if (typeof value === "object" && value !== null)
    for (const [inner, one] of within(place, value)) visit(one, inner, see);
}

function shapeOf(value: unknown): Shape {
  const shape = new Map<string, Set<string>>();
  visit(value, "", (place, one) => {
    shape.set(place, (shape.get(place) ?? new Set()).add(typeOf(one)));
  });
  return shape;
}

/** The endpoint of a request as far as its path tells. */
function kindOf({ request: { method, path } }: Exchange): string {
  const steps = path.split("?")[0]?.split("/") ?? [];
  return `${method} ${steps.map((step) => (isName(step) ? "*" : step)).join("/")}`;
}

/** Objects in which a key is missing make it one that is not always there. */
function noteObjects(value: unknown, ranges: Map<string, Range>): void {
  const keys = new Map<string, { count: number; readonly names: Map<string, number> }>();
  visit(value, "", (place, one) => {
    if (typeOf(one) !== "object") return;
    const known = keys.get(place) ?? { count: 0, names: new Map<string, number>() };
    keys.set(place, known);
    known.count += 1;
    const names = new Set(within(place, one as object).map(([inner]) => inner));
    for (const name of names) known.names.set(name, (known.names.get(name) ?? 0) + 1);
  });
  for (const [place, range] of ranges) {
    const holder = keys.get(place.replace(/\.[^.[]*$/, ""));
    if (holder !== undefined && (holder.names.get(place) ?? 0) < holder.count)
      range.isAlways = false;
  }
}

/** What recorded successes have in common, by endpoint. */
export function rangesOf(exchanges: readonly Exchange[]): Ranges {
  const all = new Map<string, Map<string, Range>>();
  const successes = exchanges.filter(({ status }) => status === 200);
  for (const exchange of successes) {
    const ranges = all.get(kindOf(exchange)) ?? new Map<string, Range>();
    all.set(kindOf(exchange), ranges);
    for (const [place, types] of shapeOf(exchange.body)) {
      const range = ranges.get(place) ?? { types: new Set(), isAlways: true };
      ranges.set(place, range);
      for (const type of types) range.types.add(type);
    }
  }
  for (const exchange of successes)
    noteObjects(exchange.body, all.get(kindOf(exchange)) ?? new Map());
  return all;
}

/** Whether the object that holds a place is there: what an empty list would hold is not known. */
function isHeld(shape: Shape, place: string): boolean {
  return place.endsWith("[]") || place.endsWith(".*")
    ? false
    : shape.has(place.replace(/\.[^.[]*$/, ""));
}

function isNested(place: string): boolean {
  return /[.[].*[.[]/.test(place);
}

/**
 * The places at which an answer differs from a recorded one. At the top every key counts; further down, where other
 * messages or people may be told of, only what no recorded answer of that endpoint has.
 */
export function shapesDiffer(recorded: Exchange, body: unknown, ranges: Ranges): readonly string[] {
  const [theirs, ours] = [shapeOf(recorded.body), shapeOf(body)];
  const range = recorded.status === 200 ? ranges.get(kindOf(recorded)) : undefined;
  const usual = (place: string) => (isNested(place) ? range?.get(place) : undefined);
  const lost = [...theirs.keys()]
    .filter((place) => !ours.has(place) && isHeld(ours, place))
    .filter((place) => usual(place)?.isAlways !== false)
    .map((place) => `lacks ${place}`);
  const more = [...ours.keys()]
    .filter((place) => !theirs.has(place) && isHeld(theirs, place))
    .filter((place) => usual(place) === undefined)
    .map((place) => `adds ${place}`);
  const others = [...theirs].flatMap(([place, types]) => {
    const own = [...(ours.get(place) ?? types)];
    const known = usual(place)?.types ?? types;
    if (own.some((type) => known.has(type))) return [];
    return [`${place} is ${own.join("/")} instead of ${[...types].join("/")}`];
  });
  return [...lost, ...more, ...others];
}
