import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { placeKey } from "#realm/residents/port.ts";
import { type Cast, residents } from "#realm/residents/residents.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { fakeClock } from "../../support/clock.ts";

const you = 6;
const demo = demoBlueprint(1_795_174_920);
const deployWindow: Destination = { streamId: 2, topic: "deploy window" };

type Deed = {
  readonly at: number;
  readonly who: number;
  readonly what: "send" | "start" | "stop" | "react" | "edit" | "read" | "presence";
  readonly place?: Destination;
  readonly text?: string;
  readonly id?: number;
};

/** Residents in a realm that only writes down what they do, and tells them of it; the first sends may be refused. */
function household(options: Partial<Cast> = {}, seed = 1, refusals: readonly Error[] = []) {
  const clock = fakeClock();
  const deeds: Deed[] = [];
  const left = [...refusals];
  let id = 1_500;
  const note = (deed: Omit<Deed, "at">) => void deeds.push({ at: clock.elapsed(), ...deed });
  const realm: Cast["realm"] = {
    send: (who, place, text) => {
      const refusal = left.pop();
      if (refusal !== undefined) throw refusal;
      id += 1;
      note({ who, what: "send", place, text, id });
      people.onMessage({ id, senderId: who, content: text, place });
      return id;
    },
    type: (who, place, what) => note({ who, what, place }),
    react: (who, on, text) => note({ who, what: "react", id: on, text }),
    edit: (who, on, text) => note({ who, what: "edit", id: on, text }),
    read: (who, ids) => note({ who, what: "read", id: ids[0] ?? 0 }),
    setPresence: (who, text) => note({ who, what: "presence", text }),
  };
  const people = residents({ clock, random: seeded(seed), realm, you, ...options });
  const youSay = (place: Destination, content: string) => {
    id += 1;
    people.onMessage({ id, senderId: you, content, place });
    return id;
  };
  const sent = () => deeds.filter(({ what }) => what === "send");
  return { clock, deeds, sent, people, youSay };
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
  "to “%s” somebody types, then answers, two to six seconds later",
  async (text) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { clock, people, youSay, deeds, sent } = household(alone, seed);
      people.start();
      youSay(deployWindow, text);
      await clock.pass("6 s");
      const [answer] = sent();
      expect(answer?.place).toEqual(deployWindow);
      expect(answer?.at).toBeGreaterThanOrEqual(2_000);
      expect(answer?.text).not.toMatch(/\{@?\w+\}/);
      const typing = deeds.filter(({ what, who }) => what === "start" && who === answer?.who);
      expect(typing[0]?.at).toBeLessThan(answer?.at ?? 0);
      people.stop();
    }
  },
);

test("thanks are answered by a word or by a reaction at least", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { clock, people, youSay, deeds } = household(alone, seed);
    people.start();
    const id = youSay(deployWindow, "thank you!");
    await clock.pass("6 s");
    const seen = deeds.some(
      (one) => one.what === "send" || (one.what === "react" && one.id === id),
    );
    expect(seen).toBe(true);
  }
});

test("a direct message is answered by that person, a group by one of it, a bot by itself", async () => {
  for (const to of [
    [1, 6],
    [2, 3, 6],
    [6, 13],
    [6, 11],
  ]) {
    const { clock, people, youSay, sent } = household(alone);
    people.start();
    youSay({ to }, "did you see it?");
    await clock.pass("6 s");
    expect(sent()).toHaveLength(1);
    expect(to).toContain(sent()[0]?.who);
    expect(sent()[0]?.who).not.toBe(you);
  }
});

test("a note to yourself, or to somebody who has left, stays without an answer", async () => {
  const { clock, people, youSay, sent } = household(alone);
  people.start();
  youSay({ to: [6] }, "buy milk");
  youSay({ to: [6, 12] }, "how is the cactus?");
  await clock.pass("1 min");
  expect(sent()).toEqual([]);
});

test("who is mentioned answers; else who spoke there last", async () => {
  const { clock, people, youSay, sent } = household(alone);
  people.start();
  youSay(deployWindow, "@**Sam Okafor** what do you see?");
  await clock.pass("6 s");
  expect(sent()[0]?.who).toBe(9);
  youSay(deployWindow, "and now?");
  await clock.pass("6 s");
  expect(sent()[1]?.who).toBe(9);
});

test("in eight hours of ambient life everything happens, but never too much, nor where somebody is not", async () => {
  const { clock, people, deeds, sent } = household();
  people.start();
  await clock.pass("8 h");
  const times = sent().map(({ at }) => at);
  expect(times[0]).toBeLessThan(20_000);
  expect(times.length).toBeGreaterThan(400);
  // Three messages in a minute are the most.
  times.forEach((at, nth) => {
    if (nth >= 3) expect(at - (times[nth - 3] ?? 0)).toBeGreaterThan(60_000);
  });

  const kinds = new Set(deeds.map(({ what }) => what));
  expect(kinds).toEqual(new Set(["send", "start", "stop", "react", "edit", "read", "presence"]));
  expect(sent().some(({ text }) => text?.includes("@**Robin Hale**"))).toBe(true);
  for (const bot of [13, 14]) expect(sent().some(({ who }) => who === bot)).toBe(true);
  expect(sent().filter(({ text }) => /\{@?\w+\}/.test(text ?? ""))).toEqual([]);
  const places = new Set(sent().map(({ place }) => (place === undefined ? "" : placeKey(place))));
  expect(places.size).toBeGreaterThanOrEqual(12);

  const gone = 12;
  const readers = new Map(demo.streams.map((one) => [one.id, one.subscribers]));
  const astray = deeds.filter(
    ({ place, who }) =>
      place !== undefined && "streamId" in place && !readers.get(place.streamId)?.includes(who),
  );
  expect([...deeds.filter(({ who }) => who === you || who === gone), ...astray]).toEqual([]);
});

test("once stopped, they do nothing more, not even finish a sentence; started again, they live", async () => {
  const { clock, people, youSay, deeds, sent } = household();
  people.start();
  await clock.pass("10 min");
  youSay({ to: [1, 6] }, "are you there?");
  await clock.pass("2 s");
  people.stop();
  const before = deeds.length;
  youSay({ to: [1, 6] }, "hello?");
  await clock.pass("1 h");
  expect(deeds).toHaveLength(before);
  expect(clock.waiting()).toBe(0);
  people.start();
  youSay({ to: [1, 6] }, "hello?");
  await clock.pass("6 s");
  expect(sent().at(-1)?.place).toEqual({ to: [1, 6] });
});

test("a refusal by the realm is told of, and the next answer comes all the same", async () => {
  const faults: unknown[] = [];
  const refusal = new Error("not subscribed");
  const onFault = (fault: unknown) => void faults.push(fault);
  const { clock, people, youSay, sent } = household({ ...alone, onFault }, 3, [refusal]);
  people.start();
  for (let time = 0; time < 2; time += 1) {
    youSay({ to: [1, 6] }, "is it on?");
    await clock.pass("6 s");
  }
  expect(faults).toEqual([refusal]);
  expect(sent()).toHaveLength(1);
});
