/** Verbs for all accounts of the configuration file: two realms, a server that is gone, and one that refuses the key. */
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { run } from "../support/command.ts";
import { accountSection, type Correspondent } from "../support/correspondent.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";

const script = [process.execPath, ...weir.slice(1)].map((word) => `'${word}'`).join(" ");

/** A shell in which `weir` is the built program with these accounts. */
function shell(...sections: readonly string[]) {
  const { home } = configuredHome("archive = false", ...sections);
  return (line: string) =>
    run(["-c", line.replace(/\bweir\b/g, script)], { HOME: home }, ["/bin/sh"]);
}

const as = (robin: Correspondent, values: Readonly<Record<string, string>>): Correspondent => ({
  ...robin,
  environment: { ...robin.environment, ...values },
});

async function twoRealms() {
  const [work, home] = [await serveRealm(), await serveRealm()];
  await work.as("Ana").says("general > ops", "the pool is full");
  await home.as("Ana").says("general > garden", "the pool is warm");
  return { work, home };
}

test("verbs work on all accounts, each with its own key, and undo what they did in each", async () => {
  const { work, home } = await twoRealms();
  const left = accountSection("left", work.as("Ana"), "live = false");
  const sh = shell(
    accountSection("work", work.as("Robin")),
    accountSection("home", home.as("Robin")),
    left,
  );
  expect((await sh("weir inbox --all-accounts")).out).toBe(
    "work\t1\tstream\t#general > ops\nhome\t1\tstream\t#general > garden\n",
  );
  const tail = await sh(
    "cd && mkfifo lines && (weir tail --all-accounts --plain -n 1 > lines & head -n 4 lines; kill $!)",
  );
  expect(tail.out).toContain("[home, #general > garden]");
  expect(tail.out).toContain("[work, #general > ops]");
  expect((await sh("weir done --all --all-accounts")).code).toBe(0);
  const unread = async () =>
    Promise.all([work, home].map(async (realm) => (await realm.as("Robin").unread()).length));
  expect(await unread()).toEqual([0, 0]);
  expect((await sh("weir done --undo --account home")).code).toBe(0);
  expect(await unread()).toEqual([0, 1]);
  expect(await sh("weir inbox --all-accounts --account work")).toMatchObject({ code: 2 });
});

test("a server that is gone and a key that is refused are told by name", async () => {
  const { work, home } = await twoRealms();
  const gone = as(home.as("Robin"), { WEIR_SITE: "http://127.0.0.1:1" });
  const refused = as(home.as("Robin"), { WEIR_API_KEY: "x".repeat(32) });
  const sh = shell(
    accountSection("work", work.as("Robin")),
    accountSection("gone", gone),
    accountSection("refused", refused),
  );
  const { code, out, err } = await sh("weir inbox --all-accounts --json=account");
  expect({ code, out }).toEqual({ code: 4, out: '{"account":"work"}\n' });
  for (const name of ["gone", "refused"]) expect(err).toMatch(`weir: ${name}: `);
  expect(err).toMatch(/weir: 2 of 3 accounts failed\.\n$/);
});
