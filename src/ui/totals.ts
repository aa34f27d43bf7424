/** How much waits for the person, in two numbers. */
import type { Picture } from "#model/picture.ts";

export type Totals = { readonly needYou: number; readonly unread: number };

export function totalsOf(_view: Picture): Totals {
  return { needYou: 0, unread: 0 };
}
