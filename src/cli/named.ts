/** Finds an item by its name or by an unambiguous part of it. */
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "./exit-codes.ts";

export type NamedItem = { readonly id: number; readonly name: string };

/** What the item is called in messages: "stream", "person". */
export type Noun = { readonly one: string; readonly many: string; readonly sign: string };

/** The number of candidates listed. */
const maxListed = 12;

/** From the strictest comparison to the loosest; the first one with a match decides. */
const readings: readonly ((name: string, typed: string) => boolean)[] = [
  (name, typed) => name === typed,
  (name, typed) => name.toLowerCase() === typed.toLowerCase(),
  (name, typed) => name.toLowerCase().startsWith(typed.toLowerCase()),
  (name, typed) =>
    name
      .toLowerCase()
      .split(/[\s._-]+/)
      .some((word) => word.startsWith(typed.toLowerCase())),
  (name, typed) => name.toLowerCase().includes(typed.toLowerCase()),
];

/** Throws an Exit with the candidates if there are several, or with the nearest name if there are none. */
export function uniqueByName<N extends NamedItem>(typed: string, all: readonly N[], noun: Noun): N {
  for (const fits of readings) {
    const found = all.filter(({ name }) => fits(name, typed));
    const [one] = found;
    if (found.length === 1 && one !== undefined) return one;
    if (found.length > 1) throw ambiguous(typed, found, noun);
  }
  const close = nearest(
    typed,
    all.map(({ name }) => name),
  );
  const hint = close === undefined ? "" : ` Did you mean ${noun.sign}${safeLine(close)}?`;
  throw new Exit("usage", `There is no ${noun.one} "${safeLine(typed)}".${hint}`);
}

function ambiguous(typed: string, found: readonly NamedItem[], { many, sign }: Noun): Exit {
  const isSame = found.every(({ name }) => name === found[0]?.name);
  const listed = found
    .slice(0, maxListed)
    .map(({ id, name }) => `${sign}${safeLine(isSame ? `${name} (${sign}${id})` : name)}`)
    .join(", ");
  const rest = found.length > maxListed ? `, and ${found.length - maxListed} more` : "";
  return new Exit("usage", `"${safeLine(typed)}" matches several ${many}: ${listed}${rest}.`);
}
