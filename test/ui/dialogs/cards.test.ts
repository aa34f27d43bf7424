import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import type { Person } from "#model/person.ts";
import { changeReplica } from "#store/store.ts";
import { documentedLevels } from "#wire/documented-levels.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { streamPermissions } from "#wire/permission.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

async function cardOf(row: string, keys: readonly string[]) {
  const world = await startSmall({ who: "cleo" });
  for (const [name, type, value] of [
    ["When I am away, ask", 1, "the harbour office"],
    ["First day", 4, "2019-03-01"],
    [
      "About",
      2,
      "I **row**, see [here](https://boats.example/x)\n\n* upstream\n* `home` \u001b[31m",
    ],
  ] as const) {
    const made = await world.cleo.post("/realm/profile_fields", { name, field_type: type });
    await world.cleo.patch(`/users/${people.bo}`, {
      profile_data: [{ id: made.body["id"], value }],
    });
  }
  await world.settles();
  world.press(...keys.slice(0, -1));
  world.goes(row);
  world.press(...keys.slice(-1));
  await world.settles();
  const screen = await showScreen(world.store, { columns: 80, rows: 24 });
  const text = screen.whole.lines().join("\n");
  screen.ends();
  return text;
}

test("the card of a person formats profile fields by type and does not cut their labels", async () => {
  const card = await cardOf(`person:${people.bo}`, ["g", "p", "]", "Enter"]);
  expect(card).toContain("When I am away, ask  the harbour office");
  expect(card).toMatch(/ First day {2}Fri 1 Mar/);
  expect(card).toContain("About  I row, see here (https://boats.example/x)");
  expect(card).toMatch(/\n.* {10}• upstream.*\n.* {10}• home/);
  expect(card).toMatch(/x write .*m mute .*E edit .*D deactivate .*g \/ search .*Esc close/);
});

test("the card of somebody deactivated has no clock, and offers to read what was written", async () => {
  const { store, press, goes, settles } = await startSmall({ who: "cleo" });
  const id = people.eva as UserId;
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  press("g", "p", "]");
  goes(`person:${id}`);
  press("i");
  await settles();
  changeReplica(store, (replica) => {
    const zoned = { ...get(replica.people, id), timezone: "Europe/Vienna" } as Person;
    return { ...replica, people: put(replica.people, id, zoned, newBatch("test")) };
  });
  await screen.settles();
  expect(screen.whole.shows("member, deactivated")).toBe(true);
  expect(screen.whole.shows("local time")).toBe(false);
  expect(screen.whole.shows("x conversation   m mute")).toBe(true);
  screen.ends();
});

test("a card that is open shows who becomes a billing administrator", async () => {
  const level = documentedLevels.billing.until;
  const { store, control, press, goes, settles } = await startSmall({ who: "cleo", level });
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  press("g", "p", "]");
  goes(`person:${people.bo}`);
  press("i");
  await settles();
  await screen.settles();
  expect(screen.whole.shows("billing")).toBe(false);
  control.setBilling({ userId: people.bo, isBillingAdmin: true });
  await settles();
  await screen.settles();
  expect(screen.whole.shows("member, billing administrator")).toBe(true);
  screen.ends();
});

test("the card of a stream shows its retention and, to administrators, their keys", async () => {
  const card = await cardOf(`browse:${streams.dev}`, ["g", "b", "i"]);
  expect(card).toContain("retention  Default");
  expect(card).toContain("traffic  4 messages a week");
  expect(card).toMatch(/E edit .*a people .*m mute .*D archive .*Esc close/);
});

test.each([
  [`person:${people.bo}`, ["g", "p", "]"], ["E edit", "D deactivate"]],
  [`person:${people.eva}`, ["g", "p", "]"], ["E edit", "D reactivate"]],
  [`browse:${streams.dev}`, ["g", "b"], ["E edit", "D archive"]],
] as const)(
  "the list and the card of %s call the same keys by the same words",
  async (row, keys, words) => {
    const { store, press, goes, settles } = await startSmall({ who: "cleo" });
    const screen = await showScreen(store, { columns: 120, rows: 30 });
    press(...keys);
    goes(row);
    await screen.settles();
    for (const each of words) expect(screen.footer.shows(each)).toBe(true);
    press("i");
    await settles();
    await screen.settles();
    for (const each of words) expect(screen.whole.shows(each)).toBe(true);
    screen.ends();
  },
);

test("the list of people and a card say in the same words when somebody was last seen", async () => {
  const { store, press, goes, clock } = await startSmall();
  const seenAt = Math.floor(clock.now() / 1000) - 3.5 * 3600;
  changeReplica(store, (replica) => ({
    ...replica,
    presences: new Map([[people.bo as UserId, { activeAt: seenAt, idleAt: undefined }]]),
  }));
  const screen = await showScreen(store, { columns: 80, rows: 24, clock });
  press("g", "p", "]");
  goes(`person:${people.bo}`);
  await screen.settles();
  expect(screen.pane.shows("seen 3 h")).toBe(true);
  press("i");
  await screen.settles();
  expect(screen.whole.shows("○ seen 3 h")).toBe(true);
  screen.ends();
});

const { can_send_message_group: sendLevel } = streamPermissions;

test.each([
  [sendLevel, "Nobody", { direct_members: [], direct_subgroups: [] }],
  [sendLevel, "Bo Lindt", { direct_members: [people.bo], direct_subgroups: [] }],
  [sendLevel - 1, "Administrators", undefined],
])("at level %d the card of a stream says who may post: %s", async (level, words, posters) => {
  const { store, cleo, press, goes, settles, client, sent } = await startSmall({ level });
  const policy = { stream_post_policy: 2 };
  const change = posters === undefined ? policy : { can_send_message_group: { new: posters } };
  await cleo.patch(`/streams/${streams.dev}`, change);
  await settles();
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  const posting = () => screen.whole.lines().find((line) => line.includes("may post"));
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("i");
  await screen.settles();
  expect(posting()).toMatch(new RegExp(`may post {2}${words} `));
  // Nobody is told that somebody writes where they may not.
  client.types(deploy, "hm");
  await settles();
  expect(sent(/typing/)).toBe(0);
  screen.ends();
});

test.each([
  [since.archivedUpdates, "not listed"],
  [since.subscriberCounts, "3"],
  [since.archivedLists, "3: Ana Ruiz, Bo Lindt, Cleo Vane"],
])(
  "at level %d the card of an archived stream says that nobody may post, and of its people: %s",
  async (level, words) => {
    const { store, cleo, press, goes, settles } = await startSmall({ level });
    await cleo.delete(`/streams/${streams.dev}`);
    await settles();
    const screen = await showScreen(store, { columns: 80, rows: 24 });
    press("g", "b", "]", "]");
    goes(`browse:${streams.dev}`);
    press("i");
    await settles();
    await screen.settles();
    const lines = screen.whole.lines().join("\n");
    expect(lines).toMatch(/may post {2}Nobody /);
    expect(lines).toMatch(new RegExp(`people {2}${words} `));
    screen.ends();
  },
);
