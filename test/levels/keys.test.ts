/** Keys that came, went or were renamed with a level: the realm's answers have them on one side of it, and weir reads both. */
import { expect, test } from "vitest";
import { documentedLevels, type LevelRow } from "#wire/documented-levels.ts";
import { levels, newestLevel } from "#wire/levels.ts";
import { newerLevels } from "#wire/newer-levels.ts";
import { undocumentedLevels } from "#wire/undocumented-levels.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

const all: readonly (readonly [string, LevelRow])[] = Object.entries(levels);
/** Where servers may list some of many people, the realm lists all. */
const rows = all.filter(
  ([name, row]) =>
    name !== "partialSubscribers" && (row.keys !== undefined || row.renamed !== undefined),
);

/** A key by the names that it has had. */
const formerNames = Object.assign({}, ...all.map(([, { renamed = {} }]) => renamed));
const hasKey = (found: ReadonlySet<string>, key: string) =>
  found.has(key) || found.has(formerNames[key] ?? key);

test.each(rows)("%s", async (_, { level, until = newestLevel, keys = [], renamed = {} }) => {
  const sides = [level - 1, level, until, until + 1].filter(
    (side) => side >= 0 && side <= newestLevel,
  );
  for (const side of new Set(sides)) {
    const isKept = level <= side && side <= until;
    const found = await keysAt(side);
    const there = (names: readonly string[], has: (name: string) => boolean) =>
      names.map((name) => `${name} at level ${side}: ${has(name)}`);
    expect(there(keys, (key) => hasKey(found, key))).toEqual(there(keys, () => isKept));
    for (const [now, before] of Object.entries(renamed))
      expect([found.has(now), found.has(before)]).toEqual([isKept, !isKept]);
    await startsAt(side);
  }
});

test.each([documentedLevels, undocumentedLevels, newerLevels])(
  "rows are where one looks for their level",
  (table) => {
    const inOrder = Object.values(table).map(({ level }) => level);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  },
);

/** The keys of what a client of that level is answered and told. */
async function keysAt(level: number): Promise<ReadonlySet<string>> {
  const { as } = startRealm({ level });
  const [ana, cleo] = [as(people.ana), as(people.cleo)];
  const { queue_id: queue } = await ana.register();
  const to = { streamId: streams.dev, topic: "lunch" };
  const id = await ana.say(to, "soup");
  await ana.patch(`/messages/${id}`, { content: "soup!" });
  await ana.patch(`/messages/${id}`, { topic: "dinner" });
  const field = { name: "Boat", field_type: 1, display_in_profile_summary: true };
  await cleo.post("/realm/profile_fields", field);
  const answers = [
    await ana.register(),
    await ana.events(queue),
    await ana.get("/messages", { anchor: "newest", num_before: 20, num_after: 0 }),
    await ana.get("/streams"),
    await ana.get("/users"),
  ];
  return keysIn(answers);
}

function keysIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) found.add(key);
    keysIn(part, found);
  }
  return found;
}

/** A start leaves nothing unread of the answers. */
async function startsAt(level: number): Promise<void> {
  const clock = fakeClock();
  const { realm } = startRealm({ clock, level });
  const { store } = startClient({ clock, realm });
  await clock.pass("5 s");
  const { connection, skipped, quarantined } = store.getState().session;
  expect([connection.kind, skipped, quarantined]).toEqual(["live", [], []]);
}
