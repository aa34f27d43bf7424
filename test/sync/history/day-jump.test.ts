/** Jumping to a day: its first message is found with few requests. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { narrowKey } from "#model/narrow.ts";
import { timeTerm } from "#model/search.ts";
import { askFor } from "#store/asks.ts";
import { changeScreen } from "#store/store.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { deploy, inDeploy } from "../../support/small-client.ts";

const day = 86_400;
const nextDay = "No messages on that day: this is the next one.";

/** Deploy with a few hundred messages over three weeks, most of them on one day. */
async function startLong(level: number = since.dateAnchor - 1) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, level });
  const began = Math.floor(clock.now() / 1000);
  const bo = as(people.bo);
  for (let at = 0; at < 20; at += 1) {
    const count = at === 12 ? 200 : 5;
    if (at !== 7)
      for (let line = 0; line < count; line += 1) await bo.say(inDeploy, `${at}.${line}`);
    await clock.pass("1 d");
  }
  const client = startClient({ clock, realm });
  const { store } = client;
  client.open(deploy);
  await clock.pass("10 s");
  const reader = { selected: undefined, top: undefined, newFrom: undefined, jumpTarget: undefined };
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map([[narrowKey(deploy), reader]]),
  }));
  const jumpTo = async (at: number) => {
    client.network.sent.length = 0;
    askFor(store, { kind: "day", narrow: deploy, at });
    await clock.pass("10 s");
    const { screen, view } = store.getState();
    const id = screen.readers.get(narrowKey(deploy))?.jumpTarget;
    const pages = client.network.sent.filter((line) => line === "GET /messages").length;
    return { content: id && get(view.messages, id)?.content, pages, toast: screen.toast?.text };
  };
  return { began, jumpTo, store, client, clock, control: realm.control };
}

test.each([
  [since.dateAnchor - 1, 13],
  [since.dateAnchor, 3],
])(
  "at level %d the jump goes to the first message of a day, else the next one, else the newest",
  async (level, most) => {
    const { began, jumpTo } = await startLong(level);
    for (const [at, content] of [
      [3, "3.0"],
      [12, "12.0"],
      [13, "13.0"],
      [7, "8.0"],
      [19, "19.0"],
    ] as const) {
      const found = await jumpTo(began + at * day - 60);
      expect(found.content).toBe(content);
      expect(found.toast).toBe(at === 7 ? nextDay : undefined);
      // Two are of what is shown around it.
      expect(found.pages).toBeLessThanOrEqual(most);
    }
    const after = await jumpTo(began + 21 * day);
    expect(after.content).toBe("19.4");
    expect(after.toast).toContain("newest");
    const first = await jumpTo(began - 400 * day);
    expect(first.content).toBe("rolling");
  },
);

test("a server error is shown, and the reader stays", async () => {
  const { began, jumpTo, store, control } = await startLong();
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 9 });
  const { toast } = await jumpTo(began + 15 * day);
  expect(toast).toContain("502");
  expect(store.getState().session.asked).toEqual([]);
});

test("a search between times fetches only what lies between them, and knows both ends", async () => {
  const { began, client, clock, store } = await startLong();
  const searched = async (from: number, to: number) => {
    const times = [
      timeTerm("since", began + from * day - 60),
      timeTerm("until", began + to * day - 60),
    ];
    const terms = [{ operator: "sender", operand: people.bo }, ...times];
    const narrow = { kind: "search", text: "asked", terms } as const;
    client.network.sent.length = 0;
    client.open(narrow);
    await clock.pass("10 s");
    const { histories, messages } = store.getState().replica;
    const { ids = [], oldestKnown, newestKnown } = histories.get(narrowKey(narrow)) ?? {};
    const found = ids.map((id) => get(messages, id)?.content);
    const pages = client.network.sent.filter((line) => line === "GET /messages").length;
    expect({ oldestKnown, newestKnown }).toEqual({ oldestKnown: true, newestKnown: true });
    expect(pages).toBeLessThan(10);
    return found;
  };
  const dayOf = (at: number) => [0, 1, 2, 3, 4].map((line) => `${at}.${line}`);
  expect(await searched(3, 4)).toEqual(dayOf(3));
  expect(await searched(10, 12)).toEqual([...dayOf(10), ...dayOf(11)]);
  expect(await searched(7, 8)).toEqual([]);
  expect(await searched(19, 40)).toEqual(dayOf(19));
  expect(await searched(-9, 0)).not.toContain("0.0");
});
