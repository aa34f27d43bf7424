/** `weir open`: the screen is there at once, and the place when it is found. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { openOnceLoaded } from "#app/destination.ts";
import { type Archive, noArchive } from "#archive/archive.ts";
import { silent } from "#base/log.ts";
import { placeIn } from "#cli/written-place.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Store } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { archiveIn } from "../support/archive-in.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../support/small-client.ts";

/** A client that opens this place, while the server does not answer. */
function opening(written: string, archive: Archive = noArchive) {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
  const client = startClient({ clock, realm, email: "ana@small.example", attention, archive });
  client.network.plug(false);
  const [{ email = "", api_key: key = "" } = {}] = realm.accounts.filter(
    ({ user_id }) => user_id === people.ana,
  );
  const { send } = client.network;
  const connection = createConnection({
    site: "http://realm.test",
    credentials: { email, key },
    send,
    clock,
    log: silent,
    userAgent: "weir-test/1",
  });
  const destination = { written: placeIn(written), connection: Promise.resolve(connection) };
  openOnceLoaded(client.store, destination, archive);
  const screen = () => client.store.getState().screen;
  const place = () => {
    const now = screen().place;
    return now.kind === "narrow" ? narrowKey(now.narrow) : now.kind;
  };
  return { client, clock, screen, place };
}

test.each([
  ["#dev > deploy", { kind: "topic", streamId: 2, topic: "deploy" }],
  ["#dev > depl", { kind: "topic", streamId: 2, topic: "deploy" }],
  ["@bo", { kind: "direct", userIds: [people.ana, people.bo] }],
  ["104", { kind: "topic", streamId: 2, topic: "deploy" }],
  ["#narrow/channel/2-dev/topic/deploy/near/104", { kind: "topic", streamId: 2, topic: "deploy" }],
])("%s opens when the server has answered", async (written, narrow) => {
  const { client, clock, place, screen } = opening(written);
  await clock.pass("5 s");
  expect(place()).not.toBe(narrowKey(narrow as never));
  client.network.plug(true);
  await clock.pass("2 min");
  expect(place()).toBe(narrowKey(narrow as never));
  if (/104/.test(written))
    expect(screen().readers.get(narrowKey(narrow as never))?.selected).toBe(104 as MessageId);
});

test.each(["#dev > deploy", "@bo", "104"])("%s opens without the server", async (written) => {
  const archive = archiveIn();
  const seen = await startSmall({}, { archive });
  seen.client.open(deploy);
  await seen.settles();
  const stopped = seen.client.session.stop();
  await seen.clock.pass("2 s");
  await stopped;
  const { clock, place } = opening(written, archive);
  await clock.pass("5 s");
  expect(place()).toBe(narrowKey(written === "@bo" ? withBo : deploy));
});

test("what is nowhere is said, on the screen that is there", async () => {
  const { client, clock, screen } = opening("#nowhere > x");
  client.network.plug(true);
  await clock.pass("2 min");
  expect(screen().toast?.text).toBe('There is no stream "nowhere".');
});

test.each<readonly [string, (store: Store) => void, string]>([
  ["goes elsewhere", (store) => openNarrow(store, { kind: "starred" }), "starred"],
  ["types", (store) => keyPresser(store)("^K", "d"), "inbox"],
])("who %s meanwhile stays there", async (_, begins, there) => {
  const { client, clock, place, screen } = opening("#dev > deploy");
  begins(client.store);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(place()).toBe(there);
  expect(screen().toast?.text).toBe(
    "The place of weir open was found. You had begun something else.",
  );
});
