import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { type Cast, placeKey, residents } from "#realm/residents/residents.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { fakeClock } from "../../support/clock.ts";

const you = 6;
const demo = demoBlueprint(1_795_174_920);
const deployWindow: Destination = { streamId: 2, topic: "deploy window" };

type RecordedAction = {
  readonly at: number;
  readonly who: number;
  readonly what: "send" | "start" | "stop" | "react" | "edit" | "read" | "presence";
  readonly place?: Destination;
  readonly text?: string;
  readonly id?: number;
};

/** Residents in a realm that records their actions and reports messages back to them; the first sends may be rejected. */
function startResidents(options: Partial<Cast> = {}, seed = 1, refusals: readonly Error[] = []) {
  const clock = fakeClock();
  const actions: RecordedAction[] = [];
  const left = [...refusals];
  let id = 1_500;
  const record = (action: Omit<RecordedAction, "at">) =>
    void actions.push({ at: clock.elapsed(), ...action });
  const realm: Cast["realm"] = {
    send: (who, place, text) => {
      const refusal = left.pop();
      if (refusal !== undefined) throw refusal;
      id += 1;
      record({ who, what: "send", place, text, id });
      people.onMessage({ id, senderId: who, content: text, place });
      return id;
    },
    type: (who, place, what) => record({ who, what, place }),
    react: (who, on, text) => record({ who, what: "react", id: on, text }),
    edit: (who, on, text) => record({ who, what: "edit", id: on, text }),
    read: (who, ids) => record({ who, what: "read", id: ids[0] ?? 0 }),
    setPresence: (who, text) => record({ who, what: "presence", text }),
  };
  const people = residents({ clock, random: seeded(seed), realm, you, ...options });
  const say = (place: Destination, content: string) => {
    id += 1;
    people.onMessage({ id, senderId: you, content, place });
    return id;
  };
  const sent = () => actions.filter(({ what }) => what === "send");
  return { clock, actions, sent, people, say };
}

const alone = { isQuiet: () => true };

const questions = [
  "ok to roll back?",
  "hello",
  "who has the antenna?",
  "```go\nx := 1\n```",
  "https://acme.example/graph",
  "lunch?",
  "これはどうですか",
  "I moved the sundial",
];

test.each(questions)(
  "“%s” is answered after two to six seconds, with a typing notification before",
  async (text) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { clock, people, say, actions, sent } = startResidents(alone, seed);
      people.start();
      say(deployWindow, text);
      await clock.pass("6 s");
      const [answer] = sent();
      expect(answer?.place).toEqual(deployWindow);
      expect(answer?.at).toBeGreaterThanOrEqual(2_000);
      expect(answer?.text).not.toMatch(/\{@?\w+\}/);
      const typing = actions.filter(({ what, who }) => what === "start" && who === answer?.who);
      expect(typing[0]?.at).toBeLessThan(answer?.at ?? 0);
      people.stop();
    }
  },
);

test("direct messages are answered by one of the recipients", async () => {
  for (const to of [
    [1, 6],
    [2, 3, 6],
    [6, 13],
    [6, 11],
  ]) {
    const { clock, people, say, sent } = startResidents(alone);
    people.start();
    say({ to }, "did you see it?");
    await clock.pass("6 s");
    expect(sent()).toHaveLength(1);
    expect(to).toContain(sent()[0]?.who);
    expect(sent()[0]?.who).not.toBe(you);
  }
});

test("messages to oneself and to deactivated users are not answered", async () => {
  const { clock, people, say, sent } = startResidents(alone);
  people.start();
  say({ to: [6] }, "buy milk");
  say({ to: [6, 12] }, "how is the cactus?");
  await clock.pass("1 min");
  expect(sent()).toEqual([]);
});

test("a mentioned user answers, otherwise the topic's last sender", async () => {
  const { clock, people, say, sent } = startResidents(alone);
  people.start();
  say(deployWindow, "@**Sam Okafor** what do you see?");
  await clock.pass("6 s");
  expect(sent()[0]?.who).toBe(9);
  say(deployWindow, "and now?");
  await clock.pass("6 s");
  expect(sent()[1]?.who).toBe(9);
});

test("in eight hours every kind of action occurs, at most three messages a minute, and only in the sender's streams", async () => {
  const { clock, people, actions, sent } = startResidents();
  people.start();
  await clock.pass("8 h");
  const times = sent().map(({ at }) => at);
  expect(times[0]).toBeLessThan(20_000);
  expect(times.length).toBeGreaterThan(400);
  times.forEach((at, nth) => {
    if (nth >= 3) expect(at - (times[nth - 3] ?? 0)).toBeGreaterThan(60_000);
  });

  const kinds = new Set(actions.map(({ what }) => what));
  expect(kinds).toEqual(new Set(["send", "start", "stop", "react", "edit", "read", "presence"]));
  expect(sent().some(({ text }) => text?.includes("@**Robin Hale**"))).toBe(true);
  for (const bot of [13, 14]) expect(sent().some(({ who }) => who === bot)).toBe(true);
  expect(sent().filter(({ text }) => /\{@?\w+\}/.test(text ?? ""))).toEqual([]);
  const places = new Set(sent().map(({ place }) => (place === undefined ? "" : placeKey(place))));
  expect(places.size).toBeGreaterThanOrEqual(12);

  const deactivated = 12;
  const readers = new Map(demo.streams.map((one) => [one.id, one.subscribers]));
  const misplaced = actions.filter(
    ({ place, who }) =>
      place !== undefined && "streamId" in place && !readers.get(place.streamId)?.includes(who),
  );
  expect([
    ...actions.filter(({ who }) => who === you || who === deactivated),
    ...misplaced,
  ]).toEqual([]);
});

test("stopped residents do nothing, not even finish typing, until they are started again", async () => {
  const { clock, people, say, actions, sent } = startResidents();
  people.start();
  await clock.pass("10 min");
  say({ to: [1, 6] }, "are you there?");
  await clock.pass("2 s");
  people.stop();
  const before = actions.length;
  say({ to: [1, 6] }, "hello?");
  await clock.pass("1 h");
  expect(actions).toHaveLength(before);
  expect(clock.waiting()).toBe(0);
  people.start();
  say({ to: [1, 6] }, "hello?");
  await clock.pass("6 s");
  expect(sent().at(-1)?.place).toEqual({ to: [1, 6] });
});

test("a rejection by the realm is reported, and the next message is still answered", async () => {
  const faults: unknown[] = [];
  const refusal = new Error("not subscribed");
  const onFault = (fault: unknown) => void faults.push(fault);
  const { clock, people, say, sent } = startResidents({ ...alone, onFault }, 3, [refusal]);
  people.start();
  for (let time = 0; time < 2; time += 1) {
    say({ to: [1, 6] }, "is it on?");
    await clock.pass("6 s");
  }
  expect(faults).toEqual([refusal]);
  expect(sent()).toHaveLength(1);
});
