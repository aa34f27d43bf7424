/** The notation of scripted cases: JSON with bare words, `$name` for values of earlier steps, and patterns for answers. */
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
    throw new SyntaxError(`Invalid notation: ${text}`);
  }
}

function lookUp(values: Values, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  const found = rest.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    values.get(first),
  );
  if (found === undefined) throw new RangeError(`No earlier step defined $${path}.`);
  return found;
}

/** Replaces names by their values. */
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

/** `[..., a]` contains `a`, `[<none>, a]` does not; other lists have exactly these items. */
function matchesList(actual: unknown, pattern: readonly unknown[], values: Values): boolean {
  if (!Array.isArray(actual)) return false;
  const [mark, ...items] = pattern;
  const contains = (item: unknown) => actual.some((one) => matches(one, item, values));
  if (mark === "...") return items.every(contains);
  if (mark === "<none>") return !items.some(contains);
  return (
    actual.length === pattern.length &&
    pattern.every((item, at) => matches(actual[at], item, values))
  );
}

/**
 * Whether an answer matches a pattern; objects may have more keys. `<absent>` is a missing key, `<string>` a value of
 * that type, `/x/` a regular expression for a string or for JSON, `{<not>: x}` anything but `x`; `$=name` stores the value.
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
