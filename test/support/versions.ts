/** The versions of servers that are in use, for tests that hold at each of them. */
import { releases } from "#wire/releases.ts";

const inUse = ["7.0", "8.0", "9.2", "10.1", "11.0", "12.0", "12.1"];

/** By rising level. */
export const versions = releases.filter(({ version }) => inUse.includes(version));
