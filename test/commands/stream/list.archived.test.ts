/** Archived streams: where they are listed and read, what is unread there, and how they are archived and unarchived. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { postProblem } from "#model/permissions.ts";
import { unreadInStream } from "#model/unreads.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { menuIn } from "../../support/menu.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, formKeys, startSmall } from "../../support/small-client.ts";

const dev = streams.dev as StreamId;

test("an administrator archives a stream, undoes that, and unarchives another one", async () => {
  const world = await startSmall({ who: "cleo", level: since.unarchiving });
  const { press, goes, confirms, settles, rowKeys, toast } = { ...world, ...formKeys(world) };
  const isArchived = () => world.control.server.state.streams.byId.get(dev)?.isArchived;
  press("g", "b");
  goes(`browse:${dev}`);
  press("D");
  confirms();
  await settles();
  expect([isArchived(), toast()]).toEqual([true, "Archived #dev"]);
  expect(rowKeys()).not.toContain(`browse:${dev}`);
  press("u");
  await settles();
  expect(isArchived()).toBe(false);
  expect(get(world.store.getState().view.streams, dev)?.subscription).toBeDefined();
  press("^R");
  await settles();
  expect(isArchived()).toBe(true);
  press("]");
  expect(rowKeys()).toEqual([`browse:${dev}`]);
  press("D");
  expect(menuIn(world.store)?.title).toBe("Unarchive #dev?");
  press("u");
  await settles();
  expect(isArchived()).toBe(false);
});

test("what is unread in an archived stream is shown and cleared in its row, and counts nowhere else", async () => {
  const world = await startSmall({ level: since.archivedUpdates });
  const { press, settles, rowKeys, store } = { ...world, ...formKeys(world) };
  const unread = () => unreadInStream(store.getState().view.unreads, dev);
  const before = unread();
  expect(before).toBeGreaterThan(0);
  await world.cleo.delete(`/streams/${dev}`);
  await settles();
  expect(unread()).toBe(before);
  expect(postProblem(store.getState().view, deploy)).toBe("#dev is archived.");
  press("g", "b", "]", "]");
  expect(rowKeys()).toEqual([`browse:${dev}`]);
  press("A", "m");
  await settles();
  expect(unread()).toBe(0);
  expect(world.control.server.state.personal.get(people.ana)?.unread.has(103)).toBe(false);
  press("Enter");
  expect(store.getState().screen.place).toMatchObject({
    kind: "narrow",
    narrow: { kind: "stream", streamId: dev },
  });
  await settles();
});
