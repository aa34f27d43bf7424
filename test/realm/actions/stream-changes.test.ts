/** In which order, under which names and to whom changes of a stream are told. */
import { expect, test } from "vitest";
import { commit } from "#realm/server.ts";
import { type Body, type Caller, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, cleo, gus } = people;

const gist = ({ type, property, name, message }: Body) =>
  type === "message" ? `said in ${message.display_recipient}` : `${property} of ${name}`;

async function listening(who: Caller) {
  const { queue_id: queue } = await who.register();
  return () => who.events(queue);
}

test("several changes are told one after another, each under the name that holds then", async () => {
  const { as } = startRealm();
  const heard = await listening(as(ana));
  await as(cleo).patch(`/streams/${streams.dev}`, {
    ...{ new_name: "devices", description: "new", stream_post_policy: 2 },
  });
  expect((await heard()).map(gist)).toEqual([
    ...["description of dev", "said in dev"],
    ...["name of dev", "said in devices"],
    ...["stream_post_policy of devices", "is_announcement_only of devices", "said in devices"],
  ]);
});

test("what is asked for is told also where it was so already", async () => {
  const { as } = startRealm();
  const heard = await listening(as(ana));
  await as(cleo).patch(`/streams/${streams.dev}`, { is_private: false });
  expect((await heard()).map(gist)).toEqual(["invite_only of dev", "said in dev"]);
});

test("a new period of retention is explained", async () => {
  const { realm, as } = startRealm();
  const owner = { personId: ana, facts: { role: 100 } } as const;
  commit(realm.control.server, { kind: "person changed", ...owner });
  const heard = await listening(as(ana));
  const last = async () => (await heard()).at(-1)?.["message"].content;
  const set = (days: unknown) =>
    as(ana).patch(`/streams/${streams.dev}`, { message_retention_days: days });
  await set(30);
  expect(await last()).toContain("will now be automatically deleted 30 days after they are sent.");
  await set('"unlimited"');
  expect(await last()).toContain("will now be retained forever.");
});

test("guests hear nothing of web-public streams that they are not in, not even that they opened", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("enable_spectator_access", true);
  const heard = await listening(as(gus));
  await as(cleo).patch(`/streams/${streams.web}`, { description: "new" });
  await as(cleo).patch(`/streams/${streams.other}`, { is_web_public: true });
  expect(await heard()).toEqual([]);
  await as(cleo).post("/users/me/subscriptions", {
    ...{ subscriptions: [{ name: "web" }], principals: [gus] },
  });
  await as(cleo).patch(`/streams/${streams.web}`, { description: "newer" });
  expect((await heard()).filter(({ op }) => op === "update").map(gist)).toEqual([
    "description of web",
  ]);
});

test("whoever makes a stream has read that it was made; others have not", async () => {
  const { as } = startRealm();
  const [hers, his] = [await listening(as(ana)), await listening(as(cleo))];
  await as(ana).post("/users/me/subscriptions", {
    ...{ subscriptions: [{ name: "fresh" }], principals: [ana, cleo] },
  });
  const flags = (events: readonly Body[]) =>
    events.filter(({ type }) => type === "message").map(({ flags: own }) => own);
  expect(flags(await hers())).toEqual([["read"]]);
  expect(flags(await his())).toEqual([[]]);
});
