import { expect, test } from "vitest";
import type { SavedSection } from "#archive/archive.ts";
import { restoredReplica, sectionChanges } from "#archive/saved-replica.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { tryRuns } from "../contract/events/runs.ts";
import { startUsers } from "../contract/events/users.ts";
import * as make from "../support/make.ts";
import { plain } from "../support/replica.ts";
import { runs } from "../support/runs.ts";

/** What an archive has after these changes. */
function written(
  before: readonly SavedSection[],
  changes: ReturnType<typeof sectionChanges>,
): readonly SavedSection[] {
  const sections = new Map(before.map(({ name, json }) => [name, json]));
  for (const { name, json } of changes) {
    if (json === undefined) sections.delete(name);
    else sections.set(name, json);
  }
  return Array.from(sections, ([name, json]) => ({ name, json }));
}

const notKept: ReadonlySet<string> = new Set<keyof Replica>([
  ...(["epoch", "lastEvent", "recent", "namesRevision", "newestAtRegister"] as const),
  ...(["emojiNames", "archived", "topicsComplete", "presences", "typing"] as const),
  ...(["messages", "carriedOver", "histories", "openEnds"] as const),
]);

/** What a replica keeps in an archive, as plain values. */
function kept(replica: Replica | undefined) {
  return plain(
    Object.fromEntries(Object.entries(replica ?? {}).filter(([name]) => !notKept.has(name))),
  );
}

test("for any actions of five users, a replica is restored as it was saved, also by differences", async () => {
  await tryRuns(
    async (actions, variation) => {
      const users = await startUsers(variation);
      const before = new Map<number, { replica: Replica; sections: readonly SavedSection[] }>();
      for (const part of [actions.slice(0, 50), actions.slice(50)]) {
        for (const [at, action] of part.entries()) {
          await users.act(action, `sesame${at}`);
          await users.live(action.luck);
        }
        for (const { replica } of await users.settle()) {
          const last = before.get(replica.ownId);
          const sections = written(last?.sections ?? [], sectionChanges(last?.replica, replica));
          expect(kept(restoredReplica(sections))).toEqual(kept(replica));
          before.set(replica.ownId, { replica, sections });
        }
      }
    },
    runs(0.1, 3),
  );
});

const whole = () => written([], sectionChanges(undefined, make.replica()));

test("what few people have is restored", () => {
  const ada = make.person(make.ada, { is_billing_admin: true, is_imported_stub: true });
  const replica = make.replica({ realm_users: [ada, make.person(make.brook)] });
  const restored = restoredReplica(written([], sectionChanges(undefined, replica)));
  expect(kept(restored)).toEqual(kept(replica));
  expect(restored && get(restored.people, make.ada)?.isBillingAdmin).toBe(true);
});

test("that unread messages are missing is restored where none are listed", () => {
  const none = { count: 0, streams: [], pms: [], huddles: [], mentions: [] };
  const replica = make.replica({ unread_msgs: { ...none, old_unreads_missing: true } });
  const restored = restoredReplica(written([], sectionChanges(undefined, replica)));
  expect(restored?.unreads).toMatchObject({ older: true, listedFrom: replica.unreads.listedFrom });
});

test("one damaged section, and nothing of the others is used", () => {
  expect(restoredReplica(whole())).toBeDefined();
  for (const { name, json } of whole()) {
    const others = whole().filter((section) => section.name !== name);
    for (const damaged of [`${json}]`, '"text"', "null"])
      expect(restoredReplica([...others, { name, json: damaged }]), name).toBeUndefined();
    if (!name.includes("/") && name !== "newestHeard")
      expect(restoredReplica(others), name).toBeUndefined();
  }
});

test("where it was not saved what was heard, it is what is known", () => {
  const heard = { ...make.replica({ max_message_id: 7 }), newestMessage: 9 };
  const sections = written([], sectionChanges(undefined, heard));
  expect(restoredReplica(sections)).toMatchObject({ newestHeard: 7, newestMessage: 9 });
  const older = sections.filter(({ name }) => name !== "newestHeard");
  expect(restoredReplica(older)).toMatchObject({ newestHeard: 9, newestMessage: 9 });
});

test("a section that lacks a field of today is not used, nor one of another format", () => {
  const changed = (at: string, change: (json: string) => string) =>
    whole().map(({ name, json }) => ({ name, json: name === at ? change(json) : json }));
  expect(restoredReplica(changed("format", () => "1"))).toBeUndefined();
  const named = (start: string) => whole().find(({ name }) => name.startsWith(start))?.name ?? "";
  const older = changed(named("streams/"), (json) => json.replace('"postPolicy"', '"policy"'));
  expect(restoredReplica(older)).toBeUndefined();
  const shorter = changed(named("people/"), (json) =>
    JSON.stringify(JSON.parse(json).map((row: readonly unknown[]) => row.slice(0, 6))),
  );
  expect(restoredReplica(shorter)).toBeUndefined();
});

test("what has not changed is not written", () => {
  const replica = make.replica();
  expect([...sectionChanges(replica, replica)]).toEqual([]);
  const changes = [...sectionChanges(replica, { ...replica, alertWords: ["tide"] })];
  expect(changes).toEqual([{ kind: "section", name: "alertWords", json: '["tide"]' }]);
});
