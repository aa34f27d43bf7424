/** Looks things up in tables by names that others chose. */

/** What the table itself holds under the name: not what every object inherits, such as `constructor`. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
