/** The notation of scripted cases: JSON with bare words, `$name` for what an earlier step gave, and patterns for answers. */
import type { Body } from "../support/realm.ts";

export type Values = Map<string, unknown>;

/** Bare words are strings; `...$name` copies the keys of an object. */
export function parseNotation(text: string): unknown {
  const json = text.replace(
    /"(?:[^"\\]|\\.)*"|\.\.\.(\$[\w.]+)|[\w$<>=.-]+/g,
    (token, spread?: string) => {
      if (spread !== undefined) return `"...":"${spread}"`;
      const isJson = /^(?:".*|-?\d[\d.]*|true|false|null)$/s.test(token);
      return isJson ? token : JSON.stringify(token);
    },
  );
  try {
    return JSON.parse(json);
  } catch {
    throw new SyntaxError(`This is not the notation of a case: ${text}`);
  }
}

function lookUp(values: Values, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  const found = rest.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    values.get(first),
  );
  if (found === undefined) throw new RangeError(`No earlier step gave $${path}.`);
  return found;
}

/** Puts values in place of their names. */
export function filled(notation: unknown, values: Values): unknown {
  if (typeof notation === "string") {
    const [, whole] = /^\$(\w+(?:\.\w+)*)$/.exec(notation) ?? [];
    if (whole !== undefined) return lookUp(values, whole);
    return notation.replace(/\$(\w+(?:\.\w+)*)/g, (_, path) => String(lookUp(values, path)));
  }
  if (Array.isArray(notation)) return notation.map((item) => filled(item, values));
  if (!isObject(notation)) return notation;
  const entries = Object.entries(notation).flatMap(([key, value]) => {
    const inner = filled(value, values);
    return key === "..." ? Object.entries(Object(inner)) : [[String(filled(key, values)), inner]];
  });
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null;
}

function matchesText(actual: unknown, pattern: string, values: Values): boolean {
  const [, type, bound, source] = /^(?:<(\w+)>|\$=(\w+)|\/(.*)\/)$/s.exec(pattern) ?? [];
  if (bound !== undefined) values.set(bound, actual);
  if (source !== undefined) {
    return new RegExp(source).test(typeof actual === "string" ? actual : JSON.stringify(actual));
  }
  if (type === "list") return Array.isArray(actual);
  if (type !== undefined) return typeof actual === type;
  return bound === undefined ? actual === pattern : actual !== undefined;
}

/** `[..., a]` has `a` somewhere, `[<none>, a]` nowhere; other lists have these items and no more. */
function matchesList(actual: unknown, pattern: readonly unknown[], values: Values): boolean {
  if (!Array.isArray(actual)) return false;
  const [mark, ...items] = pattern;
  const isThere = (item: unknown) => actual.some((one) => matches(one, item, values));
  if (mark === "...") return items.every(isThere);
  if (mark === "<none>") return !items.some(isThere);
  return (
    actual.length === pattern.length &&
    pattern.every((item, at) => matches(actual[at], item, values))
  );
}

/**
 * Whether an answer has what a pattern names; objects may have more keys. `<absent>` is a key that is not there,
 * `<string>` a value of that type, `/x/` a text
 * or the JSON of something else, `{<not>: x}` anything else, and `$=name` names the value for later steps.
 */
export function matches(actual: unknown, pattern: unknown, values: Values): boolean {
  if (typeof pattern === "string") return matchesText(actual, pattern, values);
  if (Array.isArray(pattern)) return matchesList(actual, pattern, values);
  if (!isObject(pattern)) return actual === pattern;
  if ("<not>" in pattern) return !matches(actual, pattern["<not>"], values);
  return (
    isObject(actual) &&
    Object.entries(pattern).every(([key, inner]) =>
      inner === "<absent>" ? !(key in actual) : matches(actual[key], inner, values),
    )
  );
}
