/** Random letters and digits: keys, and the secret parts of URLs. */
import { below, type Random } from "#base/random.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomText(random: Random, count: number): string {
  return Array.from({ length: count }, () => letters[below(random, letters.length)]).join("");
}

/** An API key. */
export function randomKey(random: Random): string {
  return randomText(random, 32);
}
