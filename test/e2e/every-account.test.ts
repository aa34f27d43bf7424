/** Three accounts in one inbox by literal keys, while a realm stops, comes back and no longer takes the key. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { accountSection, type Correspondent, correspondents } from "../support/correspondent.ts";
import { type LastingRealm, serveLastingRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const size = { columns: 120, rows: 30, environment: { WEIR_CLOCK_RATE: "10" } };

/** Three realms, in each of which Ana has written about its own things. */
async function threeRealms() {
  const realms = {
    acme: await serveLastingRealm(),
    libre: await serveLastingRealm(),
    work: await serveLastingRealm(),
  };
  const topics = {
    acme: ["anvils", "paint"],
    libre: ["garden", "soil"],
    work: ["offices", "desks"],
  };
  const sections: string[] = [];
  for (const [name, realm] of Object.entries(realms)) {
    for (const topic of topics[name as keyof typeof topics])
      await realm.as("Ana").says(`general > ${topic}`, `about ${topic}`);
    sections.push(accountSection(name, realm.as("Robin")));
  }
  const { home, path } = configuredHome("archive = false", ...sections);
  const start = () => startInTerminal({ ...size, home });
  const has = (count: number) =>
    writeFileSync(path, ["archive = false", ...sections.slice(0, count)].join("\n"));
  /** Removes the last account from the file, as `weir logout` does. */
  const removesWork = () => has(2);
  const addsWork = () => has(3);
  /** As an editor does that saves half of a change. */
  const breaksFile = () => writeFileSync(path, "archive = \n");
  return { ...realms, start, removesWork, addsWork, breaksFile };
}

/** Moves the cursor of the inbox to that row. */
async function goesTo(person: TerminalUser, topic: string): Promise<void> {
  await person.presses("g", "i", "g", "g");
  for (let at = 0; at < 20; at += 1) {
    if (person.lines().some((line) => line.includes("▌") && line.includes(topic))) return;
    await person.presses("j");
  }
  throw new Error(`No row ${topic}:\n${person.text()}`);
}

const header = (person: TerminalUser) => person.lines()[0] ?? "";
const unread = async (realm: LastingRealm) => (await realm.as("Robin").unread()).length;

/** Regenerates the user's key with another client, so that the one in the configuration is refused. */
const replacesKey = ({ post }: Correspondent) => post("/users/me/api_key/regenerate");

/**
 * Keys work on rows of every account, each goes on while another is away or signed out, places are kept, and an account
 * that is removed while it is shown says so, and goes when it is left; what it has not sent is sent when it is added again.
 */
test("keys work on rows of every account, whatever becomes of the others", async () => {
  const { acme, libre, work, start, removesWork, addsWork, breaksFile } = await threeRealms();
  const person = await start();
  await person.sees(/acme · live.*libre.*work/);
  for (const topic of ["anvils", "garden", "offices"]) await person.sees(topic);
  await person.sees("Every account");

  await goesTo(person, "garden");
  await person.presses("e");
  await person.saw("libre · Done #general");
  await expect.poll(() => unread(libre)).toBe(1);
  await person.presses("u");
  await expect.poll(() => unread(libre)).toBe(2);
  expect([await unread(acme), await unread(work)]).toEqual([2, 2]);

  await goesTo(person, "offices");
  await person.presses("Enter");
  await person.sees(/work · live/);
  await person.presses("r");
  await person.types("on my way");
  await person.presses("Enter");
  await expect
    .poll(() => work.as("Ana").reads("general > offices"))
    .toEqual(["about offices", "on my way"]);
  await person.presses("Esc", "h");
  await person.sees("Every account");
  await person.sees("garden");

  await libre.stops();
  await person.sees(() => /libre (stale|offline)/.test(header(person)));
  await person.sees("garden");
  await goesTo(person, "anvils");
  await person.presses("e");
  await expect.poll(() => unread(acme)).toBe(1);
  await goesTo(person, "garden");
  await person.presses("e");
  await libre.restart(10);
  await person.sees(() => !/libre (stale|offline|catching)/.test(header(person)));
  await expect.poll(() => unread(libre)).toBe(1);

  await replacesKey(libre.as("Robin"));
  await libre
    .as("Ana")
    .says("general > soil", "is it wet")
    .catch(() => undefined);
  await person.sees(() => header(person).includes("libre signed out"));
  await goesTo(person, "paint");
  await person.presses("e");
  await expect.poll(() => unread(acme)).toBe(0);
  await person.presses("Alt+2");
  await person.sees(/ libre · signed out · \^K "sign in again" · acme · work /);
  await person.presses("Alt+1");
  await person.sees(/acme · live/);
  await goesTo(person, "desks");
  await person.presses("Enter");
  await person.sees("about desks");
  await person.quits();

  const again = await start();
  await again.sees(/work · live/);
  await again.sees("about desks");
  await again.presses("Alt+1");
  await again.sees(/acme · live/);
  await again.sees(() => header(again).includes("libre signed out"));
  await again.sees("Every account");
  await again.presses("Alt+3");
  await again.sees("about desks");
  breaksFile();
  await again.sees(/The last settings stay: .*config\.toml, line 1/s);
  await removesOne(again, work, removesWork);
  // What was not sent waits for the account, not for the program.
  await work.restart();
  const before = await unread(work);
  addsWork();
  await expect.poll(() => unread(work)).toBe(before - 1);
});

test("of several accounts only the one whose key was refused waits, also while its question is put off", async () => {
  const { acme, libre, work, start } = await threeRealms();
  const person = await start();
  await person.sees(/acme · live.*libre.*work/);
  await person.sees("garden");
  const { id, environment } = libre.as("Robin");
  const { api_key } = await replacesKey(libre.as("Robin"));
  const { WEIR_SITE: site = "", WEIR_EMAIL: email = "" } = environment;
  const robin = { email, full_name: "Robin", user_id: id, api_key };
  const { unread: left } = correspondents(site, [robin])("Robin");
  await person.sees(() => header(person).includes("libre signed out"));
  for (const topic of ["garden", "anvils"]) {
    await goesTo(person, topic);
    await person.presses("e");
  }
  await expect.poll(() => unread(acme)).toBe(1);
  await work.as("Ana").says("general > lamps", "about lamps");
  await person.presses("g", "i");
  await lists(person, "lamps");
  expect(await left()).toHaveLength(2);

  await person.presses("Alt+2");
  await person.sees(/ libre · signed out · 1 waiting · \^K "sign in again" · acme · work /);
  const asks = async () => {
    await person.presses("^K");
    await person.types("sign in again");
    await person.presses("Enter");
    await person.sees("API key or password");
  };
  await asks();
  await person.presses("Esc");
  await person.saw("Nothing is sent until you sign in");
  await asks();
  await person.types(api_key);
  await person.presses("Enter");
  await person.sees(/ libre · live · acme · work /);
  await expect.poll(async () => (await left()).length).toBeLessThan(2);
});

/** Rows that arrive come in by a key, and may arrive after it. */
async function lists(person: TerminalUser, row: string): Promise<void> {
  const listed = async () => {
    await person.presses("^L");
    return person.text();
  };
  await expect.poll(listed).toContain(row);
}

/** The account that is shown goes when it is left. */
async function removesOne(
  person: TerminalUser,
  work: LastingRealm,
  removesWork: () => void,
): Promise<void> {
  await work.as("Ana").says("general > lamps", "about lamps");
  await person.presses("g", "i");
  await lists(person, "lamps");
  await work.stops();
  await person.sees(/work · (stale|offline)/);
  await goesTo(person, "lamps");
  await person.presses("e");
  removesWork();
  await person.sees("“work” is no longer in the configuration. It stays open until you leave it.");
  const notice = async () => {
    await person.presses("Alt+3");
    return person.text();
  };
  await expect.poll(notice).toContain("There are 2 accounts.");
  expect(header(person)).toMatch(/work · (stale|offline)/);
  await person.presses("Alt+1");
  await person.sees(/acme · live/);
  await person.sees("“work” is no longer in the configuration. One of its changes was not sent.");
  await person.sees(() => !header(person).includes("work"));
  await person.presses("g", "i", "^L");
  expect(person.text()).not.toContain("lamps");
}
