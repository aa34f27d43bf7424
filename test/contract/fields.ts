/** Parts of what was recorded, by what they should be: nothing where something else stands. */

export type Fields = Readonly<Record<string, unknown>>;

/** The objects of a list. */
export function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

/** The numbers of a list. */
export function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}

/** The fields of an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** The list that a parameter holds as JSON. */
export function listOf(text = "[]"): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
