/** Mutations of JSON: missing and repeated keys, values of other types, huge numbers. */
import fc from "fast-check";

type ValuePath = readonly (string | number)[];

/** A change at one path of a value. */
export type Mutation = {
  /** Index of the path, modulo the number of paths. */
  readonly at: number;
  readonly change: "drop" | "double" | { readonly put: unknown };
};

/** Placeholder for a number that is valid JSON but not representable. */
const hugeNumber = "{hugeNumber}";

const replacements: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e300,
  hugeNumber,
  "",
  "x",
  "-1",
  "\0",
  "\ud800",
  "__proto__",
  "9".repeat(400),
  "x".repeat(5_000),
  [],
  [null],
  [[[]]],
  {},
  { a: null },
  { id: -1 },
  [{ id: "x" }],
];

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(100_000),
  change: fc.oneof(
    { weight: 3, arbitrary: fc.constant<"drop">("drop") },
    { weight: 1, arbitrary: fc.constant<"double">("double") },
    { weight: 8, arbitrary: fc.constantFrom(...replacements).map((put) => ({ put })) },
  ),
});

/** All paths of a value except its root, outermost first. */
function placesOf(value: unknown, from: ValuePath = []): ValuePath[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const own = entries.map(([key]) => [...from, key]);
  return [...own, ...entries.flatMap(([key, inner]) => placesOf(inner, [...from, key]))];
}

function changed(value: unknown, [key, ...rest]: ValuePath, change: Mutation["change"]): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return changedList(value, Number(key), rest, change);
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== key) return [[name, inner] as const];
    if (rest.length > 0) return [[name, changed(inner, rest, change)] as const];
    if (change === "drop") return [];
    return [[name, change === "double" ? inner : change.put] as const];
  });
  return Object.fromEntries(entries);
}

function changedList(
  list: unknown[],
  at: number,
  rest: ValuePath,
  change: Mutation["change"],
): unknown[] {
  return list.flatMap((inner, index) => {
    if (index !== at) return [inner];
    if (rest.length > 0) return [changed(inner, rest, change)];
    if (change === "drop") return [];
    return change === "double" ? [inner, inner] : [change.put];
  });
}

export type Mutated = { readonly value: unknown; readonly place: ValuePath };

/** Applies a mutation; returns the value and the path. */
export function mutated(value: unknown, { at, change }: Mutation): Mutated {
  const places = placesOf(value);
  const place = places[at % Math.max(1, places.length)] ?? [];
  return { value: changed(value, place, change), place };
}

/** Serializes with the placeholder as a number. */
export function written(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${hugeNumber}"`, `1${"0".repeat(400)}`);
}

/** Repeats a key with another value. */
export function withKeyTwice(text: string): string {
  return text.replace(/^\{"(\w+)":/, '{"$1":[0],"$1":');
}
