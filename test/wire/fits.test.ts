/** Values that are made from the schemas themselves, and spoiled: the function agrees with parsing about each. */
import { expect, test } from "vitest";
import * as z from "zod";
import { below, type Random, seeded } from "#base/random.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { events } from "#wire/events.ts";
import { fits } from "#wire/fits.ts";
import { message } from "#wire/message.ts";
import { registerElements } from "#wire/register.ts";
import { presence, userStatus } from "#wire/user.ts";

const strange = [
  null,
  undefined,
  "text",
  "",
  0,
  -1,
  1.5,
  2 ** 60,
  Number.NaN,
  true,
  [],
  {},
  [1],
  { a: 1 },
];

// Schemas are values without a type here: all kinds are walked alike.
// biome-ignore lint/suspicious/noExplicitAny: the definitions of zod's schemas.
type Definition = any;

/** A value that the schema describes, or nearly. */
function sample(schema: z.ZodType, random: Random, spoilt: number): unknown {
  if (below(random, 1_000) < spoilt) return strange[below(random, strange.length)];
  const { def }: { readonly def: Definition } = schema._zod;
  const part = (inner: z.ZodType) => sample(inner, random, spoilt);
  const few = (make: () => unknown) => Array.from({ length: below(random, 3) }, make);
  switch (def.type) {
    case "string":
      return "text";
    case "number":
      return def.format === "safeint" ? below(random, 1_000) : random();
    case "boolean":
      return below(random, 2) === 0;
    case "literal":
      return def.values[below(random, def.values.length)];
    case "enum":
      return Object.values(def.entries)[below(random, Object.keys(def.entries).length)];
    case "optional":
      return below(random, 2) === 0 ? undefined : part(def.innerType);
    case "nullable":
      return below(random, 2) === 0 ? null : part(def.innerType);
    case "array":
      return few(() => part(def.element));
    case "union":
      return part(def.options[below(random, def.options.length)]);
    case "record":
      return Object.fromEntries(
        few(() => [`key${below(random, 9)}`, part(def.valueType)]) as [string, unknown][],
      );
    case "object": {
      const fields = Object.entries<z.ZodType>(def.shape).map(([key, inner]) => [key, part(inner)]);
      const present = fields.filter(([, value]) => value !== undefined);
      return { ...Object.fromEntries(present), undeclared: 1 };
    }
    default:
      return {};
  }
}

const schemas: Readonly<Record<string, z.ZodType>> = {
  ...events,
  ...registerElements,
  message,
  presence,
  userStatus,
  ...Object.fromEntries(endpoints.map(({ method, path, answer }) => [`${method} ${path}`, answer])),
};

test.each(Object.keys(schemas))("what fits %s is what parsing would return", (name) => {
  const schema = schemas[name] as z.ZodType;
  const random = seeded(1);
  for (let at = 0; at < 200; at += 1) {
    const value = sample(schema, random, at % 2 === 0 ? 0 : 30);
    const result = schema.safeParse(value);
    if (fits(schema, value)) expect(result).toEqual({ success: true, data: value });
  }
});

const long = new Set(["message", ...Object.keys(registerElements), ...Object.keys(events)]);
// Pairs of servers below level 54, which are left to parsing.
long.delete("realm_filters");

test.each([...long])("all that is parsed as %s fits", (name) => {
  const schema = schemas[name] as z.ZodType;
  const random = seeded(2);
  let count = 0;
  for (let at = 0; at < 200; at += 1) {
    const value = sample(schema, random, 20);
    if (!schema.safeParse(value).success) continue;
    count += 1;
    expect(fits(schema, value), JSON.stringify(value)).toBe(true);
  }
  expect(count).toBeGreaterThan(20);
});

test("what parsing changes, checks or drops never fits", () => {
  const text = "text";
  expect(fits(z.string(), text)).toBe(true);
  for (const schema of [
    z.string().trim(),
    z.string().min(1),
    z.string().transform(String),
    z.email(),
  ])
    expect(fits(schema, text)).toBe(false);
  expect(fits(z.number().max(3), 1)).toBe(false);
  expect(fits(z.object({ id: z.int() }), { id: 1 })).toBe(false);
  expect(fits(z.looseObject({ id: z.int().default(1) }), {})).toBe(false);
  const own = JSON.parse('{"id":1,"__proto__":{"id":2}}');
  expect(fits(z.looseObject({ id: z.int() }), own)).toBe(false);
});
