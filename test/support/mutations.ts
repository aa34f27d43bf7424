/** Spoils a key that an object of the wire can do without, wherever there is one in an answer or an event. */
import type * as z from "zod";
import { below, type Random } from "#base/random.ts";
import { fits } from "#wire/fits.ts";
import { ruleFor, rulesOf } from "#wire/object.ts";

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Something that was recorded, with what describes it. */
export type Specimen = { readonly name: string; readonly schema: z.ZodType; readonly raw: unknown };

/** A key that may be spoiled; it is the last step of the path. */
type Site = { readonly specimen: Specimen; readonly path: Path };

// The definitions of zod's schemas.
// biome-ignore lint/suspicious/noExplicitAny: all kinds are walked alike.
type Definition = any;

/** A part of a value, with what describes it; no step: the value itself. */
type Part = { readonly schema: z.ZodType; readonly raw: unknown; readonly steps: Path };

/** Of a list the first elements stand for all. */
const few = 3;

function partsOf({ def }: { readonly def: Definition }, raw: unknown): readonly Part[] {
  const fitting = def.options?.find((one: z.ZodType) => fits(one, raw));
  const whole = def.innerType ?? fitting;
  if (whole !== undefined) return [{ schema: whole, raw, steps: [] }];
  const element = def.element ?? def.valueType;
  if (element === undefined) return [];
  const isList = Array.isArray(raw);
  return Object.entries(raw as Raw)
    .slice(0, few)
    .map(([key, one]) => ({ schema: element, raw: one, steps: [isList ? Number(key) : key] }));
}

/** Keys of the objects that the schema describes. */
function sitesIn(schema: z.ZodType, raw: unknown, at: Path, found: Path[]): void {
  if (typeof raw !== "object" || raw === null) return;
  if (schema._zod.def.type === "object") sitesOfObject(schema, raw as Raw, at, found);
  for (const part of partsOf(schema._zod, raw))
    sitesIn(part.schema, part.raw, [...at, ...part.steps], found);
}

function sitesOfObject(schema: z.ZodType, raw: Raw, at: Path, found: Path[]): void {
  const { shape }: Definition = schema._zod.def;
  const rules = rulesOf(schema) ?? {};
  for (const [key, inner] of Object.entries<z.ZodType>(shape)) {
    if (typeof ruleFor(rules[key], raw) !== "string" && key in raw) found.push([...at, key]);
    sitesIn(inner, raw[key], [...at, key], found);
  }
}

/** The keys of all specimens that weir can do without. */
export function sitesOf(specimens: readonly Specimen[]): readonly Site[] {
  return specimens.flatMap((specimen) => {
    const found: Path[] = [];
    sitesIn(specimen.schema, specimen.raw, [], found);
    return found.map((path) => ({ specimen, path }));
  });
}

const missing = Symbol("missing");
const strange: readonly unknown[] = [7.5, "an_unheard_of_word", true, [], { strange: [1] }, null];

/** The raw value with another one, or none, at the path. */
function spoilt(raw: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(raw))
    return raw.map((one, index) => (index === step ? spoilt(one, rest, value) : one));
  const { [step]: before, ...others } = raw as Raw;
  const after = spoilt(before, rest, value);
  return after === missing ? others : { ...others, [step]: after };
}

/** The value without what is at the path. */
export function without(raw: unknown, path: Path): unknown {
  return spoilt(raw, path, missing);
}

/** A value of another type, an object, null, a word that is not known, or nothing, at a random site. */
export function mutation(sites: readonly Site[], random: Random) {
  const site = sites[below(random, sites.length)] as Site;
  const value = [...strange, missing][below(random, strange.length + 1)];
  const { specimen, path } = site;
  const shown = value === missing ? "missing" : JSON.stringify(value);
  return {
    specimen,
    path,
    raw: spoilt(specimen.raw, path, value),
    title: `${specimen.name} ${path.join(".")} = ${shown}`,
  };
}
