/** Pages of a search in every account, asked for by what is on the screen. */
import { expect, test } from "vitest";
import { everyAccount } from "#commands/lists/list.ts";
import { openList } from "#store/lists.ts";
import { foreignRow } from "#store/row-keys.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { openAccount, programOf } from "../support/live-accounts.ts";
import { callerOf, startRealm } from "../support/realm.ts";
import { showScreen } from "../support/screen.tsx";
import { people } from "../support/small-blueprint.ts";
import { inDeploy } from "../support/small-client.ts";

const names = ["acme", "libre"] as const;

/** Two accounts, each on a realm in which the same number of messages say `needle`. */
async function twoRealms(count: number) {
  const clock = fakeClock();
  const one = async (name: string) => {
    const { realm } = startRealm({ clock });
    const bo = callerOf(realm, people.bo);
    for (let at = 0; at < count; at += 1) await bo.say(inDeploy, `needle ${at}`);
    const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
    const client = startClient({ clock, realm, name, email: "ana@small.example", attention });
    const { store } = client;
    const { session } = store.getState();
    store.setState({ session: { ...session, account: openAccount(name, names) } });
    return { client, bo };
  };
  const acme = await one("acme");
  const libre = await one("libre");
  await clock.pass("10 s");
  const program = programOf({ acme: acme.client.store, libre: libre.client.store }, clock);
  const screen = await showScreen(acme.client.store);
  const passes = async () => {
    await screen.settles();
    await clock.pass("3 s");
    await screen.settles();
  };
  const listed = () => {
    const rows = openList(program.state().screen)?.rows ?? [];
    const foreign = rows.filter(({ key }) => foreignRow(key) !== undefined).length;
    return { acme: rows.length - foreign, libre: foreign };
  };
  const ends = () => {
    screen.ends();
    program.live.stop();
  };
  return { program, screen, passes, listed, acme, libre, ends };
}

test("every account loads further pages as one scrolls to the end of its rows, and shows what arrives", async () => {
  const count = 450;
  const { program, passes, listed, libre, screen, ends } = await twoRealms(count);
  await program.press("g", "/", ..."needle", "Enter");
  await passes();
  expect(openList(program.state().screen)?.filter).toBe(everyAccount);
  const first = listed();
  expect(first.acme).toBeLessThan(count);
  expect(first.libre).toBeLessThan(count);
  // Nothing more is loaded until one comes near the end.
  await passes();
  expect(listed()).toEqual(first);
  for (let turn = 0; turn < 12 && listed().libre < count; turn += 1) {
    await program.press("G");
    await passes();
  }
  expect(listed()).toEqual({ acme: count, libre: count });
  await libre.bo.say(inDeploy, "needle of late");
  await passes();
  await program.press("^L");
  await passes();
  await program.press("g", "g");
  await screen.settles();
  expect(screen.whole.shows("needle of late")).toBe(true);
  ends();
});
