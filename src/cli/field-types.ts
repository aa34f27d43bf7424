/** The types of profile fields by words. */
import { fieldTypes } from "#wire/profile-field.ts";
import { Exit } from "./exit-codes.ts";
import { orList } from "./or-list.ts";

/** `shortText` is written `short-text`. */
const names = Object.entries(fieldTypes).map(
  ([name, number]) => [name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`), number] as const,
);

export function fieldTypeName(type: number): string {
  return names.find(([, number]) => number === type)?.[0] ?? `${type}`;
}

/** Throws an Exit for any other word. */
export function fieldTypeNumber(word: string): number {
  const found = names.find(([name]) => name === word);
  if (found !== undefined) return found[1];
  throw new Exit("usage", `A type must be ${orList(names.map(([name]) => name))}, not "${word}".`);
}
