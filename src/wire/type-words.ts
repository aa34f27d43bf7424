/** Describes a schema for users: "integer", "list of strings", "add or remove". */
import * as z from "zod";

type Shape = z.core.JSONSchema.BaseSchema;

const plurals: Readonly<Record<string, string>> = {
  integer: "integers",
  number: "numbers",
  string: "strings",
  boolean: "booleans",
  object: "objects",
};

/** "a", "a or b", "a, b or c". */
function either(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

export function typeWords(schema: z.ZodType): string {
  return either([...new Set(wordsOf(z.toJSONSchema(schema, { unrepresentable: "any" })))]);
}

function wordsOf(shape: Shape): readonly string[] {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches !== undefined) return branches.flatMap((branch) => inner(branch));
  if (shape.enum !== undefined) return shape.enum.map(String);
  if (shape.const !== undefined) return [String(shape.const)];
  // Integers without explicit bounds have the bounds of safe integers.
  const { minimum = Number.MIN_SAFE_INTEGER } = shape;
  if (shape.type === "integer" && minimum > Number.MIN_SAFE_INTEGER)
    return [`integer from ${minimum}`];
  if (shape.type !== "array") return [typeof shape.type === "string" ? shape.type : "anything"];
  const { items } = shape;
  const element = typeof items === "object" && !Array.isArray(items) ? wordsOf(items) : [];
  const [only = ""] = element;
  return [element.length === 1 ? `list of ${plurals[only] ?? only}` : "list"];
}

function inner(branch: z.core.JSONSchema._JSONSchema): readonly string[] {
  return typeof branch === "object" ? wordsOf(branch) : [];
}

/** The keys of an object schema with their types; a question mark marks optional keys. */
export function keyWords(schema: z.ZodType): readonly (readonly [string, string])[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return Object.entries(properties).map(([name, shape]) => [
    required.includes(name) ? name : `${name}?`,
    either([...new Set(inner(shape))]),
  ]);
}
