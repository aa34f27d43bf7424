/** Letters and digits by chance: keys, and the secret parts of addresses. */
import { below, type Random } from "#base/random.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function freshLetters(random: Random, count: number): string {
  return Array.from({ length: count }, () => letters[below(random, letters.length)]).join("");
}

/** A key of the API. */
export function freshKey(random: Random): string {
  return freshLetters(random, 32);
}
