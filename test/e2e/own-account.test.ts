/** The user's account by literal keys: a regenerated key, a key replaced by another client, and switching accounts. */
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { accountSection, type Correspondent, correspondents } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** A home folder with configured accounts for Robin and Ana. */
async function configured() {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const sections = [accountSection("robin", robin), accountSection("ana", ana)];
  const { home, path } = configuredHome('default_account = "robin"', ...sections);
  const person = await startInTerminal({ home, columns: 80, rows: 24 });
  await person.sees(/robin · live/);
  const key = () => /key = "(\w+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  return { robin, ana, path, person, key };
}

/** The folders of the state files that the process has open, and the number of its threads. */
function heldBy(pid: number): { readonly folders: readonly string[]; readonly threads: number } {
  const files = readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
  const open = files.filter((path) => path.includes("state.db")).map(dirname);
  return { folders: [...new Set(open)], threads: readdirSync(`/proc/${pid}/task`).length };
}

/** Regenerates the key as another client; returns the new one. */
async function renewed({ id, environment }: Correspondent, key: string): Promise<string> {
  const { WEIR_SITE = "", WEIR_EMAIL: email = "" } = environment;
  const account = { email, full_name: "Robin", user_id: id, api_key: key };
  const other = correspondents(WEIR_SITE, [account])("Robin");
  return (await other.post("/users/me/api_key/regenerate"))["api_key"];
}

/**
 * Another account is opened without quitting, and drafts stay in the first; a regenerated key is stored, and one
 * replaced elsewhere is requested.
 */
test("accounts are changed without quitting, and keys renewed", async () => {
  const { ana, path, person, key, robin } = await configured();
  await person.presses("c");
  await person.types("general > tea");
  await person.presses("Enter");
  await person.types("half a sentence");
  await person.presses("Esc");
  const other = ["g", ",", "Shift+Tab", "Shift+Tab", "Enter"] as const;
  await person.presses(...other, "Right", "^S");
  await person.sees(/ana · live/);
  expect(person.text()).not.toContain("half a sentence");
  await person.presses(...other, "Left", "^S");
  await person.sees(/robin · live/);
  await person.presses("g", "d", "Enter");
  await person.sees("half a sentence");

  await person.presses("Esc", "g", "i");
  await person.presses("g", ",", "Shift+Tab", "Enter", "Shift+Tab", "Enter");
  await person.saw("Regenerated your API key, and saved the new one");
  const second = key();
  expect(second).toMatch(/^\w{32}$/);
  expect(second).not.toBe(robin.environment["WEIR_API_KEY"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await person.presses("c");
  await person.types("general > milk");
  await person.presses("Enter");
  await person.types("the kettle");
  const third = await renewed(robin, second);
  await ana.says("general > milk", "is it on");
  await person.sees(/robin · signed out/);
  // The question for another key would take it.
  await person.types(" is on");
  await person.presses("Enter");
  await person.sees("the kettle is on");
  await person.presses("^K");
  await person.types("sign in again");
  await person.presses("Enter");
  await person.sees("API key or password");
  await person.types("not the password");
  await person.presses("Enter");
  await person.sees("password is incorrect");
  await person.types(third);
  await person.presses("Enter");
  await person.sees(/robin · live/);
  expect(key()).toBe(third);
  await person.sees("the kettle is on");
  await expect.poll(() => ana.reads("general > milk")).toEqual(["is it on", "the kettle is on"]);
});

/**
 * With one account the screen has no trace of accounts; accounts that are added to the file, cannot be opened, are
 * signed in again elsewhere and removed are noticed while weir runs.
 */
test("accounts that come, fail and go are noticed while weir runs", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > coffee", "is there any");
  const first = 'default_account = "acme"';
  const { home, path } = configuredHome(first, accountSection("acme", robin));
  const write = (...sections: readonly string[]) =>
    writeFileSync(path, [first, ...sections].join("\n"));
  const person = await startInTerminal({ home, columns: 80, rows: 24 });
  await person.sees(/· live/);
  await person.sees("coffee");
  for (const strokes of [["?"], ["Esc", "g", "i"], ["Enter"]]) {
    await person.presses(...strokes);
    expect(person.text()).not.toMatch(/Every account|acme|account of that number/);
  }
  const open = async (count: number) =>
    expect.poll(() => heldBy(person.pid).folders).toHaveLength(count);
  await open(1);
  const before = heldBy(person.pid);

  const missing = `${folder()}/missing.pem`;
  const broken = accountSection("broken", ana, `cert_bundle = "${missing}"`);
  write(accountSection("acme", robin), broken);
  await person.sees("broken not open");
  await person.presses("g", ",", "Shift+Tab", "Shift+Tab", "Enter", "Right", "^S");
  await person.saw("missing.pem");
  // The files and the thread of what cannot be opened are given back.
  await expect.poll(() => heldBy(person.pid).folders).toEqual(before.folders);
  // One that was about to end before may have ended since.
  await expect.poll(() => heldBy(person.pid).threads).toBeLessThanOrEqual(before.threads);
  await person.presses("Esc", "g", "i");

  write(accountSection("acme", robin), accountSection("ana", ana));
  await open(2);
  const fresh = await renewed(robin, robin.environment["WEIR_API_KEY"] ?? "");
  await ana.says("general > tea", "is there any");
  await person.sees("acme · signed out");
  await person.presses("^K");
  await person.types("sign in again");
  await person.presses("Enter");
  await person.sees("API key or password");
  const again = { environment: { ...robin.environment, WEIR_API_KEY: fresh } };
  write(accountSection("acme", again), accountSection("ana", ana));
  await person.sees("You are signed in again.");
  await person.sees(/· live/);
  await person.presses("Enter");
  await ana.says("general > tea", "there is");
  await person.presses("g", "i");
  await person.sees(/Inbox +2/);

  write(accountSection("acme", again));
  await open(1);
});
