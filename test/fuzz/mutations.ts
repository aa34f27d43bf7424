/** JSON with something wrong in it: a key that is missing or of another type, a number beyond all bounds, half a text. */
import fc from "fast-check";

type ValuePath = readonly (string | number)[];

/** What happens at one place of a value. */
export type Mutation = {
  /** Which of all places; counted round. */
  readonly at: number;
  readonly does: "drop" | "double" | { readonly put: unknown };
};

/** Stands for a number that JSON can write and no program can hold. */
const endless = "{endless}";

const strangers: readonly unknown[] = [
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
  endless,
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
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constant<"drop">("drop") },
    { weight: 1, arbitrary: fc.constant<"double">("double") },
    { weight: 8, arbitrary: fc.constantFrom(...strangers).map((put) => ({ put })) },
  ),
});

/** All places of a value but the whole of it, outermost first. */
function placesOf(value: unknown, from: ValuePath = []): ValuePath[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const own = entries.map(([key]) => [...from, key]);
  return [...own, ...entries.flatMap(([key, inner]) => placesOf(inner, [...from, key]))];
}

function changed(value: unknown, [key, ...rest]: ValuePath, does: Mutation["does"]): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return changedList(value, Number(key), rest, does);
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== key) return [[name, inner] as const];
    if (rest.length > 0) return [[name, changed(inner, rest, does)] as const];
    if (does === "drop") return [];
    return [[name, does === "double" ? inner : does.put] as const];
  });
  return Object.fromEntries(entries);
}

function changedList(
  list: unknown[],
  at: number,
  rest: ValuePath,
  does: Mutation["does"],
): unknown[] {
  return list.flatMap((inner, index) => {
    if (index !== at) return [inner];
    if (rest.length > 0) return [changed(inner, rest, does)];
    if (does === "drop") return [];
    return does === "double" ? [inner, inner] : [does.put];
  });
}

export type Mutated = { readonly value: unknown; readonly place: ValuePath };

/** The value with one mutation carried out, and where that was. */
export function mutated(value: unknown, { at, does }: Mutation): Mutated {
  const places = placesOf(value);
  const place = places[at % Math.max(1, places.length)] ?? [];
  return { value: changed(value, place, does), place };
}

/** JSON text, with numbers written out that no program can hold. */
export function written(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${endless}"`, `1${"0".repeat(400)}`);
}

/** The same key twice, with another value the second time. */
export function withKeyTwice(text: string): string {
  return text.replace(/^\{"(\w+)":/, '{"$1":[0],"$1":');
}
