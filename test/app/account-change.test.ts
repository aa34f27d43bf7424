/** Changing accounts, and leaving meanwhile. */
import { expect, test } from "vitest";
import { accountChange } from "#app/account-change.ts";

type Account = {
  readonly name: string;
  readonly close: () => Promise<void>;
  readonly storage: { readonly close: () => Promise<void> };
};

function program() {
  const happened: string[] = [];
  const opening: ((account: Account) => void)[] = [];
  const account = (name: string): Account => ({
    name,
    close: async () => void happened.push(`closed ${name}`),
    storage: { close: async () => void happened.push(`files of ${name} closed`) },
  });
  const changes = accountChange<Account>({
    open: (name) =>
      name === "broken"
        ? Promise.reject(new Error("Its certificate cannot be read."))
        : new Promise((resolve) => opening.push(resolve)),
    replace: async ({ name }) => void happened.push(`shows ${name}`),
    refused: (sentence) => void happened.push(sentence),
    changed: () => void happened.push("over"),
    onFault: (error) => {
      throw error;
    },
  });
  return { changes, happened, opens: (name: string) => opening.shift()?.(account(name)) };
}

test("another account replaces the open one once it is opened, and one that cannot be opened is explained", async () => {
  const { changes, happened, opens } = program();
  changes.to("ana");
  changes.to("robin");
  opens("ana");
  await changes.over();
  changes.to("broken");
  await changes.over();
  expect(happened).toEqual(["shows ana", "over", "Its certificate cannot be read.", "over"]);
});

test("leaving does not wait while a keychain asks, and what it opens then is closed, not shown", async () => {
  const { changes, happened, opens } = program();
  changes.to("ana");
  await changes.leave();
  expect(happened).toEqual([]);
  opens("ana");
  await changes.over();
  expect(happened).toEqual(["closed ana", "files of ana closed", "over"]);
});
