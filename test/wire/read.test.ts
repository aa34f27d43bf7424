/** What servers send is kept, whatever one of its keys has become. */
import { expect, test } from "vitest";
import * as z from "zod";
import { seeded } from "#base/random.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { events } from "#wire/events.ts";
import { identifies, object, otherwise, rulesOf, whole } from "#wire/object.ts";
import { read, type Unreadable } from "#wire/read.ts";
import { registerElements } from "#wire/register.ts";
import { stream } from "#wire/stream.ts";
import * as make from "../support/make.ts";
import { mutation, type Specimen, sitesOf, without } from "../support/mutations.ts";
import { runs } from "../support/runs.ts";

const fruit = object(
  {
    id: z.int(),
    name: z.string(),
    colour: z.enum(["red", "green"]).optional(),
    seeds: z
      .array(object({ id: z.int(), size: z.number().optional() }, { id: identifies }))
      .optional(),
  },
  { id: identifies, name: otherwise("?") },
);

function reading(schema: z.ZodType, raw: unknown) {
  const skipped: Unreadable[] = [];
  const result = read(schema, raw, "", skipped);
  return {
    value: result.kind === "read" ? result.value : undefined,
    lost: result.kind === "unreadable" ? result.path : undefined,
    skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
  };
}

test.each([
  [{ id: 1, name: "a", colour: "red", new: 1 }, []],
  [{ id: 1, name: "a", colour: "blue" }, ["colour: unknown word"]],
  [{ id: 1, name: "a", colour: { shade: 1 } }, ["colour: expected enum, received object"]],
  [{ id: 1, name: "a", colour: null }, ["colour: expected enum, received null"]],
  [{ id: 1, name: "a", seeds: "many" }, ["seeds: expected array, received string"]],
])("an optional key that cannot be read is left out: %j", (raw, skipped) => {
  const { colour, seeds: _, ...rest } = raw as { colour?: unknown; seeds?: unknown };
  const value = skipped.length === 0 ? { ...rest, colour } : rest;
  expect(reading(fruit, raw)).toEqual({ value, lost: undefined, skipped });
});

test("what fits is not copied", () => {
  const raw = { id: 1, name: "a", seeds: [{ id: 1, size: 2 }] };
  expect(reading(fruit, raw).value).toBe(raw);
});

test("a key that has a fallback is replaced, missing or not", () => {
  const value = { id: 1, name: "?" };
  expect(reading(fruit, { id: 1, name: 7 })).toMatchObject({ value });
  expect(reading(fruit, { id: 1 })).toEqual({
    value,
    lost: undefined,
    skipped: ["name: expected string, received nothing"],
  });
});

test("only what identifies an object takes it along, and nothing around it", () => {
  expect(reading(fruit, { name: "a" })).toEqual({ value: undefined, lost: "id", skipped: [] });
  const seeds = [{ id: 1, size: "big" }, { id: "two", size: "big" }, { id: 3 }];
  expect(reading(fruit, { id: 1, name: "a", seeds })).toEqual({
    value: { id: 1, name: "a", seeds: [{ id: 1 }, { id: 3 }] },
    lost: undefined,
    skipped: [
      "seeds.size: expected number, received string",
      "seeds.id: expected integer, received string",
    ],
  });
});

test("a list that is nothing without one of its elements is lost with it", () => {
  expect(reading(whole(z.array(z.int())), [1, "two"]).lost).toBe("");
});

test("a key that is called like the prototype is not taken over", () => {
  const raw = JSON.parse('{"id": 1, "name": "a", "__proto__": {"colour": "red"}}');
  const { value } = reading(fruit, raw);
  expect(value).toEqual({ id: 1, name: "a" });
  expect((value as { colour?: unknown }).colour).toBeUndefined();
});

test("a stream of a newer server stays, and is never taken for public", () => {
  const raw = { ...make.stream(make.general), topics_policy: "haiku_only", invite_only: "mostly" };
  expect(reading(stream, raw)).toMatchObject({
    value: { stream_id: make.general, invite_only: true },
    skipped: ["invite_only: expected boolean, received string", "topics_policy: unknown word"],
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the definitions of zod's schemas.
type Definition = any;

/** The objects in a schema that were declared without saying why their keys are needed. */
function escapesIn(schema: z.ZodType, path: string, seen: Set<z.ZodType>): readonly string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def }: { readonly def: Definition } = schema._zod;
  const inner: [string, z.ZodType][] = [
    ...Object.entries<z.ZodType>(def.shape ?? {}),
    ...(def.options ?? []).map((one: z.ZodType, at: number) => [`${at}`, one]),
    ...[def.element, def.valueType, def.innerType].filter(Boolean).map((one) => ["", one]),
  ];
  const own = def.type === "object" && rulesOf(schema) === undefined ? [path] : [];
  return [...own, ...inner.flatMap(([key, one]) => escapesIn(one, `${path}.${key}`, seen))];
}

const described: Readonly<Record<string, z.ZodType>> = {
  ...events,
  ...registerElements,
  ...Object.fromEntries(endpoints.map(({ method, path, answer }) => [`${method} ${path}`, answer])),
};

test("every object of answers and events is declared with the rules of its keys", () => {
  const seen = new Set<z.ZodType>();
  const escapes = Object.entries(described).flatMap(([name, schema]) =>
    escapesIn(schema, name, seen),
  );
  expect(escapes, "declare it by `object` of src/wire/object.ts").toEqual([]);
  expect(escapesIn(z.array(z.looseObject({})), "x", new Set())).toEqual(["x."]);
});

test("whatever becomes of a key that is not needed, the rest stays as it was", () => {
  const specimens: Specimen[] = [
    {
      name: "stream",
      schema: registerElements.subscriptions,
      raw: make.subscription(make.general),
    },
    { name: "person", schema: registerElements.realm_users, raw: make.person(make.ada) },
    { name: "message", schema: events.message, raw: make.arrival() },
  ];
  const sites = sitesOf(specimens);
  const random = seeded(20_261_128);
  for (let run = 0; run < runs(4); run += 1) {
    const { specimen, raw, path, title } = mutation(sites, random);
    const { value } = reading(specimen.schema, raw);
    expect(value, title).toBeDefined();
    expect(without(value, path), title).toEqual(without(specimen.raw, path));
  }
});
