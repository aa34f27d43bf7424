/** What is shown of the names of accounts tells them apart, also of those at one host. */
import { expect, test } from "vitest";
import { distinctNames, initials } from "#store/account.ts";

test.each([
  [["work", "libre"], "work libre", "wo li"],
  [["127-0-0-1", "127-0-0-1-9461"], "127-0-0-1 9461", "12 61"],
  [["127-0-0-1-9461", "127-0-0-1-9462"], "9461 9462", "61 62"],
  [
    ["chat-example-com", "chat-example-com-ana", "chat-example-com-robin"],
    "* ana robin",
    "ch an ro",
  ],
  [["chat-acme-org", "chat-acme-net", "home"], "org net home", "or ne ho"],
  [["acme-a", "acme-b", "acme-b-2"], "a b 2", "a b 2"],
  [["a-x", "a-y", "b-x", "b-y"], "* * * *", "ax ay bx by"],
  [["same", "same"], "* *", "sa sm"],
  [["…", "-"], "* *", "… -"],
])("of %j", (names, distinct, letters) => {
  const shown = distinctNames(names);
  expect(shown).toEqual(distinct.split(" ").map((each, at) => (each === "*" ? names[at] : each)));
  expect(initials(shown)).toEqual(letters.split(" "));
});
