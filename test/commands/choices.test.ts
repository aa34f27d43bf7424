/** What dialogs offer, however much was typed into them. */
import { expect, test } from "vitest";
import { get, tableFrom } from "#base/table.ts";
import { recipientChoices, settled } from "#commands/choices.ts";
import type { UserId } from "#wire/ids.ts";
import { acme, ana, bo } from "../support/acme.ts";

const replica = acme();

test("the people before the last comma are settled, unknown names are not, and of namesakes the first is meant", () => {
  const person = get(replica.people, ana);
  if (person === undefined) throw new Error("Ana is gone.");
  const namesake = { ...person, id: 900 as UserId };
  const people = tableFrom([...[person, namesake].map((each) => [each.id, each] as const)]);
  const dialog = {
    kind: "recipient",
    want: "direct",
    text: "Ana Ruiz, Nobody, b",
    chosen: 0,
  } as const;
  expect(settled({ ...replica, people }, dialog)).toEqual({ userIds: [ana], rest: "b" });
  const [first] = recipientChoices(replica, dialog);
  expect(first?.address).toEqual({ kind: "direct", userIds: [1, bo] });
});

test("many names are settled with one look through everybody", () => {
  let looks = 0;
  const people = {
    ...replica.people,
    get chunks() {
      looks += 1;
      return replica.people.chunks;
    },
  };
  const text = "Ana Ruiz, ".repeat(1000);
  const dialog = { kind: "recipient", want: "direct", text, chosen: 0 } as const;
  expect(settled({ ...replica, people }, dialog).userIds).toHaveLength(1000);
  expect(looks).toBeLessThan(3);
});
