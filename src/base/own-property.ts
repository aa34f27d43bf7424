/** Looks up own properties of a table by an untrusted name. */

/** The table's own value under the name, ignoring inherited properties such as `constructor`. */
export function ownProperty<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
