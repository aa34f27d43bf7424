/** Values that may be anything. */

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Whether it is an object, and no list. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
