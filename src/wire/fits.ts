/**
 * Whether a value is exactly what a schema describes, so that it can be used as it is.
 *
 * Parsing copies every object, and takes five to ten times as long. What does not fit is parsed, which tells why. Functions
 * are made only of the kinds of schemas whose output is their input: any other kind, or a check, is left to parsing.
 */

type Definition = {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly format?: unknown;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
};

type Schema = { readonly _zod: { readonly def: Definition } };

type Fits = (value: unknown) => boolean;

const made = new WeakMap<object, Fits>();

/** False as well if nothing is known about this schema. */
export function fits(schema: object, value: unknown): boolean {
  let check = made.get(schema);
  if (check === undefined) {
    check = functionFor(schema);
    made.set(schema, check);
  }
  return check(value);
}

/** Thrown while the source is put together. */
class Unsupported extends Error {}

function functionFor(schema: object): Fits {
  if (!("_zod" in schema)) return () => false;
  try {
    const names = { count: 0 };
    const source = sourceFor(schema as Schema, "v", names);
    return new Function("v", `"use strict"; return ${source};`) as Fits;
  } catch {
    // Also where code may not be made of text.
    return () => false;
  }
}

type Names = { count: number };

/** An expression that is true if the value of the expression `v` fits. */
function sourceFor({ _zod: { def } }: Schema, v: string, names: Names): string {
  if (def.checks !== undefined && def.checks.length > 0) throw new Unsupported();
  const make = Object.hasOwn(kinds, def.type) ? kinds[def.type] : undefined;
  if (make === undefined) throw new Unsupported();
  return `(${make(def, v, names)})`;
}

const anything = new Set(["unknown", "any"]);

const kinds: Readonly<Record<string, (def: Definition, v: string, names: Names) => string>> = {
  unknown: () => "true",
  any: () => "true",
  null: (_, v) => `${v} === null`,
  boolean: (_, v) => `typeof ${v} === "boolean"`,
  string: ({ format }, v) => {
    if (format !== undefined) throw new Unsupported();
    return `typeof ${v} === "string"`;
  },
  number: ({ format }, v) => {
    if (format === undefined) return `typeof ${v} === "number" && Number.isFinite(${v})`;
    if (format === "safeint") return `Number.isSafeInteger(${v})`;
    throw new Unsupported();
  },
  literal: ({ values = [] }, v) => oneOf(values, v),
  enum: ({ entries = {} }, v) => oneOf(Object.values(entries), v),
  optional: ({ innerType }, v, names) => `${v} === undefined || ${inner(innerType, v, names)}`,
  nullable: ({ innerType }, v, names) => `${v} === null || ${inner(innerType, v, names)}`,
  union: ({ options = [] }, v, names) =>
    options.map((option) => sourceFor(option, v, names)).join(" || "),
  array: ({ element }, v, names) => {
    const isArray = `Array.isArray(${v})`;
    if (element === undefined || anything.has(element._zod.def.type)) return isArray;
    const each = variable(names);
    return `${isArray} && ${all(v, each, inner(element, each, names), "of")}`;
  },
  record: ({ keyType, valueType }, v, names) => {
    // With other keys, some are required.
    if (keyType?._zod.def.type !== "string") throw new Unsupported();
    const key = variable(names);
    const keyCheck = inner(keyType, key, names);
    const checked = inner(valueType, `${v}[${key}]`, names);
    return `${isObject(v)} && ${all(v, key, `${keyCheck} && ${checked}`, "in")}`;
  },
  object: ({ shape = {}, catchall }, v, names) => {
    // What is not declared passes: else the output would lack it.
    if (catchall === undefined || !anything.has(catchall._zod.def.type)) throw new Unsupported();
    const fields = Object.entries(shape).map(([key, schema]) =>
      sourceFor(schema, `${v}[${JSON.stringify(key)}]`, names),
    );
    return [isObject(v), ...fields].join(" && ");
  },
};

function inner(schema: Schema | undefined, v: string, names: Names): string {
  if (schema === undefined) throw new Unsupported();
  return sourceFor(schema, v, names);
}

function variable(names: Names): string {
  names.count += 1;
  return `v${names.count}`;
}

/** Parsing drops a key that is called like the prototype. */
function isObject(v: string): string {
  return `typeof ${v} === "object" && ${v} !== null && ${v}["__proto__"] === Object.prototype`;
}

function oneOf(values: readonly unknown[], v: string): string {
  if (
    !values.every(
      (value) => value === null || ["string", "boolean", "number"].includes(typeof value),
    )
  )
    throw new Unsupported();
  return values.map((value) => `${v} === ${JSON.stringify(value)}`).join(" || ") || "false";
}

/** True if `check` holds for each element, or key. */
function all(v: string, each: string, check: string, how: "of" | "in"): string {
  return `(() => { for (const ${each} ${how} ${v}) if (!(${check})) return false; return true; })()`;
}
