import { expect, test } from "vitest";
import { changeReplica, changeScreen } from "#store/store.ts";
import { watchNotifications } from "#ui/notifications.ts";
import {
  acme,
  ana,
  backend,
  mei,
  random,
  type Said,
  storeOf,
  withMessages,
  you,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { styleOf } from "../support/screen.tsx";

const topic = (name: string, streamId = backend) => ({ streamId, topic: name });

/** Somebody who looks at another window, on a terminal that says so unless `reportsFocus` is false. */
function away({ reportsFocus = true, focused = false } = {}) {
  const clock = fakeClock();
  const store = storeOf(acme());
  const told: string[] = [];
  let lastKeyAt = clock.now();
  changeScreen(store, (screen) => ({ ...screen, focused }));
  watchNotifications(store, {
    clock,
    style: styleOf({}),
    attention: { reportsFocus: () => reportsFocus, lastKeyAt: () => lastKeyAt },
    show: (title, body) => told.push(`${title}: ${body}`),
  });
  const arrives = (said: Partial<Said>) => {
    const message = { by: ana, text: "are you there?", to: [ana], at: "11:43", ...said };
    changeReplica(store, (replica) => withMessages(replica, [message], replica.newestMessage + 1));
  };
  const presses = () => {
    lastKeyAt = clock.now();
  };
  return { store, clock, told, arrives, presses };
}

test.each<[string, Partial<Said>, string[]]>([
  ["a direct message", {}, ["Ana Ruiz: are you there?"]],
  [
    "a mention",
    { to: topic("new"), flags: ["mentioned"], text: "**now** please" },
    ["Ana Ruiz · #backend › new: now please"],
  ],
  [
    "an alert word",
    { to: topic("new"), flags: ["has_alert_word"] },
    ["Ana Ruiz · #backend › new: are you there?"],
  ],
  ["an ordinary message", { to: topic("new") }, []],
  ["a message of one's own", { by: you }, []],
  ["a mention in a muted stream", { to: topic("x", random), flags: ["mentioned"] }, []],
  ["what was read elsewhere at once", { flags: ["read"] }, []],
])("of %s a person who is away is told as far as it concerns them", (_, said, expected) => {
  const { told, arrives } = away();
  arrives(said);
  expect(told).toEqual(expected);
});

test("a conversation is told once, until it was read", () => {
  const { store, told, arrives } = away();
  arrives({});
  arrives({ text: "hello?" });
  arrives({ to: [mei], by: mei });
  expect(told).toHaveLength(2);
  changeReplica(store, (replica) => ({
    ...replica,
    unreads: { ...replica.unreads, directs: new Map() },
  }));
  arrives({ text: "again" });
  expect(told.at(-1)).toBe("Ana Ruiz: again");
});

test("whoever looks at the screen is not told", () => {
  const { told, arrives } = away({ focused: true });
  arrives({});
  expect(told).toEqual([]);
});

test("a terminal that does not report its focus is watched for a minute after each key", async () => {
  const { clock, told, arrives, presses } = away({ reportsFocus: false, focused: true });
  arrives({});
  await clock.pass("61 s");
  arrives({ to: [mei], by: mei });
  presses();
  arrives({});
  expect(told).toEqual(["Mei Tanaka: are you there?"]);
});
