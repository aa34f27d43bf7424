/** Letters and digits by chance, for keys and for the secret parts of addresses. */
import { below, type Random } from "#base/random.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function freshLetters(random: Random, count: number): string {
  return Array.from({ length: count }, () => letters[below(random, letters.length)]).join("");
}
