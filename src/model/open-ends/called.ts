/** Who is called by name in a sentence. */
import { memoizeEach } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { joint } from "./languages.ts";
import { asksSomebody } from "./saying.ts";

/** Of whom is asked whether they are called. */
export type Called = Pick<Replica, "ownId" | "people">;

export function givenName(name: string): string {
  return name.split(" ")[0] ?? "";
}

/** The name by which others call the user; empty if it is not known. */
export function ownGivenName({ ownId, people }: Called): string {
  return givenName(get(people, ownId)?.name ?? "");
}

function literally(name: string): string {
  return name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `@Ana can you …?`, or `… ready, @Ana?`; `did you ask @Ana?` is a question to somebody else. */
export function isTurnedTo(sentence: string, name: string): boolean {
  const word = `@${literally(name)}`;
  return new RegExp(
    `^(?:\\p{L}+,? )?${word}(?![\\p{L}\\p{N}])|[,，] ?${word}[^\\p{L}\\p{N}]*$`,
    "u",
  ).test(sentence.toLowerCase());
}

/** `Hi`, `Yes, `, `Cleo and `, `Bo, Cleo, ` */
const namesBefore = `(?:\\p{L}+[,，]? )?(?:\\p{L}+(?:[,，] ?| ${joint} ))*`;
const nameAfter = `(?: ${joint} \\p{L}+)?`;

/** `Ana, can you …?`, `Ana can you …?`, `Ana?`, `Bo and Ana, …`, or `… ready, Ana Ruiz?`; `Ana knows, right?` asks others. */
export function calledBy(sentence: string, name: string): string | undefined {
  const text = sentence.toLowerCase();
  return [name, givenName(name)]
    .filter((one) => one.length > 1)
    .find((one) => {
      const word = literally(one);
      const isCalled = new RegExp(
        `^${namesBefore}${word}${nameAfter} ?(?:[,:，：—–-]|[^\\p{L}\\p{N}]*$)|[,，] ?(?:\\p{L}+ ${joint} )?${word}${nameAfter}[^\\p{L}\\p{N}]*$`,
        "u",
      ).test(text);
      const [, rest = ""] = new RegExp(`^(?:\\p{L}+ )?${word} (.*)`, "su").exec(text) ?? [];
      return isCalled || asksSomebody(rest);
    });
}

const givenNames = memoizeEach(
  (people: Replica["people"]): ReadonlySet<string> =>
    new Set([...values(people)].map(({ name }) => givenName(name).toLowerCase())),
);

/** `Bo, do you have it?`, to somebody else than the user. */
export function namesAnother(sentence: string, { ownId, people }: Called): boolean {
  const [, first = ""] = /^@?(\p{L}+) ?[,，:：]/u.exec(sentence.toLowerCase()) ?? [];
  return (
    givenNames(people).has(first) &&
    calledBy(sentence, get(people, ownId)?.name ?? "") === undefined
  );
}
