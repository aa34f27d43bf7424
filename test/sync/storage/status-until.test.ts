/** Clearing a status at its time, or at the next start. */
import { expect, test } from "vitest";
import { addIntents, changeSession } from "#store/store.ts";
import { startClient } from "../../support/client.ts";
import { people } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

async function set(after: number) {
  const small = await startSmall();
  const { client, clock, store, control } = small;
  addIntents(store, { clock, newId: client.newId }, [{ kind: "status", text: "Out for a walk" }]);
  const at = Math.floor(clock.now() / 1000) + after;
  changeSession(store, (session) => ({
    ...session,
    statusUntil: { at, text: "Out for a walk", emojiName: "" },
  }));
  await clock.pass("2 s");
  const stored = () => control.server.state.people.byId.get(people.ana)?.status?.text;
  expect(stored()).toBe("Out for a walk");
  return { ...small, stored };
}

test("a status is cleared at its time, with a toast", async () => {
  const { clock, store, stored, client } = await set(1800);
  await clock.pass("29 min");
  expect(stored()).toBe("Out for a walk");
  await clock.pass("2 min");
  expect(stored()).toBe("");
  expect(store.getState().screen.toast?.text).toBe(
    "Your status “Out for a walk” expired and was cleared.",
  );
  expect(client.disk.places.get("status-until")).toBe(null);
});

test("the next start clears an expired status, with a toast", async () => {
  const small = await set(1800);
  const { clock, stored, client } = small;
  await client.session.stop();
  await clock.pass("2 h");
  expect(stored()).toBe("Out for a walk");
  const next = startClient({ clock, realm: small.realm, disk: client.disk, name: "next" });
  await clock.pass("2 s");
  expect(stored()).toBe("");
  expect(next.store.getState().screen.toast?.text).toContain("was cleared");
});

test("a status that was set elsewhere meanwhile is not cleared", async () => {
  const { clock, ana, stored, store } = await set(1800);
  await ana.post("/users/me/status", { status_text: "Back" });
  await clock.pass("31 min");
  expect(stored()).toBe("Back");
  expect(store.getState().session.statusUntil).toBeUndefined();
});
