/** Opening further accounts, and leaving meanwhile. */
import { expect, test } from "vitest";
import { accountOpening } from "#app/opening.ts";

type Account = {
  readonly name: string;
  readonly close: () => Promise<void>;
  readonly storage: { readonly close: () => Promise<void> };
};

function program() {
  const happened: string[] = [];
  const waiting = new Map<string, (account: Account) => void>();
  const account = (name: string): Account => ({
    name,
    close: async () => void happened.push(`closed ${name}`),
    storage: { close: async () => void happened.push(`files of ${name} closed`) },
  });
  const others = accountOpening<Account>({
    open: (name) =>
      name === "broken"
        ? Promise.reject(new Error("Its certificate cannot be read."))
        : new Promise((resolve) => waiting.set(name, resolve)),
    opened: (name, _, isWanted) => void happened.push(isWanted ? `shows ${name}` : name),
    refused: (name, sentence, isWanted) =>
      void happened.push(`${name}${isWanted ? " (wanted)" : ""}: ${sentence}`),
    onFault: (error) => {
      throw error;
    },
  });
  return { others, happened, opens: (name: string) => waiting.get(name)?.(account(name)) };
}

test("accounts are opened beside each other, each once, and one that the user waits for is shown", async () => {
  const { others, happened, opens } = program();
  others.begin("ana");
  others.begin("robin");
  others.show("robin");
  opens("robin");
  opens("ana");
  await others.over();
  expect(happened.toSorted()).toEqual(["ana", "shows robin"]);
});

test("one that cannot be opened is explained, and can be tried again", async () => {
  const { others, happened } = program();
  others.begin("broken");
  await others.over();
  others.show("broken");
  await others.over();
  expect(happened).toEqual([
    "broken: Its certificate cannot be read.",
    "broken (wanted): Its certificate cannot be read.",
  ]);
});

test("one that is removed while it is being opened is closed, unless it is added again meanwhile", async () => {
  const { others, happened, opens } = program();
  others.begin("ana");
  others.begin("robin");
  others.drop("ana");
  others.drop("robin");
  others.begin("robin");
  opens("ana");
  opens("robin");
  await others.over();
  expect(happened.toSorted()).toEqual(["closed ana", "files of ana closed", "robin"]);
});

test("leaving does not wait while a keychain asks, and what it opens then is closed, not shown", async () => {
  const { others, happened, opens } = program();
  others.show("ana");
  others.leave();
  expect(happened).toEqual([]);
  opens("ana");
  await others.over();
  expect(happened).toEqual(["closed ana", "files of ana closed"]);
});
