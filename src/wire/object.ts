/**
 * Declarations of objects that servers send, which say why a key is needed, and what stands for one that is not.
 *
 * A server may be newer than weir: whatever it does with one key, the object stays, without that key. Only a key whose rule
 * is a reason takes its object with it.
 */
import * as z from "zod";

/** What stands for a key that all servers send, where one does not, or sends something else. */
export type Fallback<T = unknown> = { readonly otherwise: T };

export function otherwise<T>(value: T): Fallback<T> {
  return { otherwise: value };
}

/** Why the object is nothing without the key, or what stands for the key; it may depend on the object's other keys. */
export type Rule<T = unknown> =
  | string
  | Fallback<T>
  | ((object: Readonly<Record<string, unknown>>) => string | Fallback<T>);

export type RequiredKey<Shape extends z.ZodRawShape> = {
  [K in keyof Shape]: undefined extends z.output<Shape[K]> ? never : K;
}[keyof Shape];

/**
 * Why the object is nothing without an optional key that is there, but cannot be read, or what stands for it then; undefined
 * if the object can do without.
 */
type OptionalRule =
  | string
  | Fallback
  | ((object: Readonly<Record<string, unknown>>) => string | Fallback | undefined);

/** One for each key that is not optional; one that is may be needed where it is there, but cannot be read. */
export type Rules<Shape extends z.ZodRawShape> = {
  readonly [K in RequiredKey<Shape>]: Rule<z.output<Shape[K]>>;
} & { readonly [K in Exclude<keyof Shape, RequiredKey<Shape>>]?: OptionalRule };

type AnyRule = Rule | OptionalRule;

type RulesArgument<Shape extends z.ZodRawShape> = [RequiredKey<Shape>] extends [never]
  ? readonly [Rules<Shape>?]
  : readonly [Rules<Shape>];

/** What the rule says of this object. */
export function ruleFor(
  rule: AnyRule | undefined,
  raw: Readonly<Record<string, unknown>>,
): string | Fallback | undefined {
  return typeof rule === "function" ? rule(raw) : rule;
}

const rulesOfObjects = new WeakMap<object, Readonly<Record<string, AnyRule>>>();

/** The rules of its required keys; undefined if it was declared in another way. */
export function rulesOf(schema: object): Readonly<Record<string, AnyRule>> | undefined {
  return rulesOfObjects.get(schema);
}

/** Undeclared keys pass. */
export function object<Shape extends z.ZodRawShape>(
  shape: Shape,
  ...[rules]: RulesArgument<NoInfer<Shape>>
): z.ZodObject<Shape, z.core.$loose> {
  return withRules(z.looseObject(shape), rules);
}

/** The keys of another object and more. */
export function extended<Base extends z.ZodRawShape, Shape extends z.ZodRawShape>(
  base: z.ZodObject<Base, z.core.$loose>,
  shape: Shape,
  ...[rules]: RulesArgument<NoInfer<Shape>>
) {
  return withRules(base.extend(shape), { ...rulesOf(base), ...rules });
}

/** Some keys of another object. */
export function part<Base extends z.ZodRawShape, const Key extends keyof Base>(
  base: z.ZodObject<Base, z.core.$loose>,
  keys: readonly Key[],
): z.ZodObject<Pick<Base, Key>, z.core.$loose> {
  const { shape } = base;
  const picked = Object.fromEntries(keys.map((key) => [key, shape[key]])) as Pick<Base, Key>;
  return withRules(z.looseObject(picked), rulesOf(base));
}

/** Gives an object its rules; for those that are put together elsewhere. */
export function withRules<Schema extends object>(
  schema: Schema,
  rules: Readonly<Record<string, AnyRule>> = {},
): Schema {
  rulesOfObjects.set(schema, rules);
  return schema;
}

const wholeLists = new WeakSet<object>();

/** A list that is nothing without one of its elements; of any other list those that can be read are kept. */
export function whole<List extends z.ZodType>(list: List): List {
  wholeLists.add(list);
  return list;
}

export function isWhole(schema: object): boolean {
  return wholeLists.has(schema);
}

// Rules of many.

export const identifies = "It says which one it is.";
export const asked = "It is what was asked for.";
