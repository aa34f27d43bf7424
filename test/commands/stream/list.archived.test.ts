/** Archived streams: where they are listed and read, what is unread there, and how they are archived and unarchived. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { postProblem } from "#model/permissions.ts";
import { titleOf } from "#model/select/conversations.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import { unreadInStream } from "#model/unreads.ts";
import { windowTitle } from "#ui/bars/title.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { menuIn } from "../../support/menu.ts";
import { callerOf } from "../../support/realm.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, formKeys, startSmall } from "../../support/small-client.ts";
import { json, shellOn } from "../../support/verb.ts";

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

test("under a filter that does not show the stream that was created, the cursor stays when others archive one", async () => {
  const world = await startSmall({ who: "cleo", level: since.unarchiving });
  const { press, fills, settles, rowKeys, row } = { ...world, ...formKeys(world) };
  for (const id of [streams.general, streams.other]) await world.cleo.delete(`/streams/${id}`);
  await settles();
  press("g", "b", "[", "[");
  const archived = [`browse:${streams.general}`, `browse:${streams.other}`];
  expect(rowKeys()).toEqual(archived);
  press("+");
  fills("name", "garden");
  press("^S");
  await settles();
  await world.cleo.delete(`/streams/${dev}`);
  await settles();
  expect(rowKeys()).toEqual([`browse:${dev}`, ...archived]);
  expect(row()).toBe(archived[0]);
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

test("what is unread in an archived stream counts in no header, title, inbox or verb, also at the next start", async () => {
  const world = await startSmall({ level: since.unarchiving });
  const { clock, realm, settles, store } = world;
  const { run } = shellOn({ realm, as: (who) => callerOf(realm, who) }, { clock });
  const counted = async (client: Pick<typeof world, "store">) => {
    const { view } = client.store.getState();
    const screen = await showScreen(client.store, { columns: 120, rows: 24 });
    const [header = ""] = screen.header.lines();
    const sidebar = screen.sidebar.lines().join("\n");
    screen.ends();
    return {
      header: /(\d+) need you · (\d+) unread/.exec(header)?.slice(1).map(Number),
      title: windowTitle(view),
      inbox: [...inboxRows(inbox(view))].map(({ conversation }) => titleOf(view, conversation)),
      sidebar: /Inbox +(\d+)/.exec(sidebar)?.[1],
      verb: json(await run(["inbox", "--json=place,unread"])),
    };
  };
  // A draft waits there, too.
  const before = await counted(world);
  expect(before).toMatchObject({ header: [3, 3], sidebar: "3" });
  await world.cleo.delete(`/streams/${dev}`);
  await settles();
  const after = await counted(world);
  expect(after).toEqual({
    header: [2, 2],
    title: "2 unread - Small",
    inbox: ["Bo Lindt", "Bo Lindt, Cleo Vane"],
    sidebar: "2",
    verb: [
      { place: "@Bo Lindt", unread: 1 },
      { place: "@Bo Lindt, @Cleo Vane", unread: 1 },
    ],
  });
  const next = startClient({ clock, realm });
  await clock.pass("5 s");
  expect(unreadInStream(next.store.getState().view.unreads, dev)).toBe(
    unreadInStream(store.getState().view.unreads, dev),
  );
  expect(await counted(next)).toEqual(after);
  await world.cleo.patch(`/streams/${dev}`, { is_archived: false });
  await settles();
  expect(await counted(world)).toEqual(before);
});
