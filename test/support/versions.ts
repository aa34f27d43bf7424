/** The versions of servers that are in use, for tests that hold at each of them. */
import fc from "fast-check";
import { releases } from "#wire/releases.ts";

const inUse = ["7.0", "8.0", "9.2", "10.1", "11.0", "12.0", "12.1"];

/** A level at which policies say what permissions say later, and groups are deleted. */
export const beforePermissions = 278;

/** By rising level. */
export const versions = releases.filter(({ version }) => inUse.includes(version));

/** The level of any of them, for properties that hold at all. */
export const anyLevel = fc.constantFrom(...versions.map(({ level }) => level));
