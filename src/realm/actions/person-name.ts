/** Names of people as they may be. */
import { Refusal } from "#realm/failures.ts";

const longest = 100;

export function readFullName(written: string): string {
  const name = written.trim();
  const { length } = [...name];
  if (length > longest) throw new Refusal("Name too long!");
  if (length < 2) throw new Refusal("Name too short!");
  if (/[*`\\>"@]|\p{C}/u.test(name)) throw new Refusal("Invalid characters in name!");
  // So ends a mention of one of several people with the same name.
  if (/\|\d+$/.test(name)) throw new Refusal("Invalid format!");
  return name;
}
