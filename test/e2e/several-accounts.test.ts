/** Verbs for all accounts of the configuration file: two realms, and servers that are no use. */
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { run } from "../support/command.ts";
import { accountSection, type Correspondent } from "../support/correspondent.ts";
import { listening } from "../support/https-server.ts";
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
  const found = await sh("weir search pool --all-accounts --json=account,topic");
  expect(found).toEqual({
    code: 0,
    err: "",
    out: '{"account":"work","topic":"ops"}\n{"account":"home","topic":"garden"}\n',
  });
  const tail = await sh(
    "cd && mkfifo lines && (weir tail --all-accounts --plain -n 1 > lines & head -n 4 lines; kill $!)",
  );
  expect(tail.out).toContain("[home, #general > garden]");
  expect(tail.out).toContain("[work, #general > ops]");
  expect((await sh("weir status busy --all-accounts")).code).toBe(0);
  expect((await sh("weir status --all-accounts")).out).toBe("work\t\tbusy\nhome\t\tbusy\n");
  expect((await sh("weir done --all --all-accounts")).code).toBe(0);
  expect((await sh("weir inbox --all-accounts")).out).toBe("");
  expect((await sh("weir done --undo --account home")).code).toBe(0);
  expect((await sh("weir inbox --all-accounts --json=account,unread")).out).toBe(
    '{"account":"home","unread":1}\n',
  );
  expect(await sh("weir inbox --all-accounts --account work")).toMatchObject({ code: 2 });
});

test("a server that is gone, one that never answers and a key that is refused are told by name", async () => {
  const { work, home } = await twoRealms();
  const silentPort = await listening(createServer());
  const sites = { hung: silentPort, gone: 1 };
  const useless = Object.entries(sites).map(([name, port]) =>
    accountSection(name, as(home.as("Robin"), { WEIR_SITE: `http://127.0.0.1:${port}` })),
  );
  const refused = accountSection("refused", as(home.as("Robin"), { WEIR_API_KEY: "x".repeat(32) }));
  const sh = shell(accountSection("work", work.as("Robin")), ...useless, refused);
  const { code, out, err } = await sh("weir inbox --all-accounts --timeout 3 --json=account");
  expect({ code, out }).toEqual({ code: 4, out: '{"account":"work"}\n' });
  for (const name of ["hung", "gone", "refused"]) expect(err).toMatch(`weir: ${name}: `);
  expect(err).toMatch(/weir: 3 of 4 accounts failed\.\n$/);

  const listed = await sh("weir accounts --json=name,live,state,unread");
  expect(listed).toEqual({
    code: 0,
    err: "",
    out: `${[
      '{"name":"work","live":true,"state":"connected","unread":1}',
      '{"name":"hung","live":true,"state":"unreachable","unread":null}',
      '{"name":"gone","live":true,"state":"unreachable","unread":null}',
      '{"name":"refused","live":true,"state":"signed out","unread":null}',
    ].join("\n")}\n`,
  });
});
