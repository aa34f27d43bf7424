/** Words for the server's numbers: roles and types of profile fields. */
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";
import { Exit } from "./exit-codes.ts";
import { orList } from "./or-list.ts";

function wordTable(what: string, numbers: Readonly<Record<string, number>>) {
  const words = Object.entries(numbers);
  return {
    /** The number itself if weir does not know it. */
    wordOf: (number: number) => words.find((one) => one[1] === number)?.[0] ?? `${number}`,
    /** Throws an Exit for any other word. */
    numberOf: (word: string) => {
      const found = words.find(([name]) => name === word);
      if (found !== undefined) return found[1];
      const all = orList(words.map(([name]) => name));
      throw new Exit("misuse", `A ${what} must be ${all}, not "${word}".`);
    },
  };
}

export const { wordOf: roleName, numberOf: roleNumber } = wordTable("role", roles);

/** `shortText` is written `short-text`. */
const dashed = Object.fromEntries(
  Object.entries(fieldTypes).map(([name, number]) => [
    name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`),
    number,
  ]),
);

export const { wordOf: fieldTypeName, numberOf: fieldTypeNumber } = wordTable("type", dashed);
