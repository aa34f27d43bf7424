/** The README with its derived parts as the program is now. */
import { exitCodes } from "#cli/exit-codes.ts";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";
import { options } from "#config/options.ts";
import { exitTable, keyTable, optionTable, verbTable, withPart } from "./parts.ts";

/** By the names of their marks. */
const parts: Readonly<Record<string, string>> = {
  keys: keyTable(commands),
  verbs: verbTable(verbs),
  exits: exitTable(Object.values(exitCodes)),
  options: optionTable(Object.values(options)),
};

/** `page` with each part between its marks rewritten. Throws when marks are missing. */
export function derivedPage(page: string): string {
  return Object.entries(parts).reduce(
    (text, [name, content]) => withPart(text, name, content),
    page,
  );
}
