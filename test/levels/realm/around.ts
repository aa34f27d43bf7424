/** Asks a realm just below a level and one that has reached it. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

export type Start = ReturnType<typeof startRealm>;

/** The same question to a realm just below a level and to one that has reached it. */
export async function around(level: number, ask: (start: Start) => Promise<unknown>) {
  return [await ask(startRealm({ level: level - 1 })), await ask(startRealm({ level }))];
}

/** A level, what changes there, what is asked, and what is found before and from it on. */
export type LevelRow = readonly [
  number,
  string,
  (start: Start) => Promise<unknown>,
  unknown,
  unknown,
];

export function checkRows(rows: readonly LevelRow[]): void {
  test.for(rows)("%i, %s", async ([level, , ask, before, after]) => {
    expect(await around(level, ask)).toEqual([before, after]);
  });
}

/** Whether a register answer has a key. */
export const register =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(people.ana).register());

export const msg =
  (method: "get" | "post", path: string, parameters: Body) =>
  async ({ as }: Start) =>
    (await as(people.ana)[method](path, parameters)).body["msg"];
