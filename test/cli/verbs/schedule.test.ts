import { expect, test } from "vitest";
import type { DateOrder } from "#base/typed-time.ts";
import { fakeClock } from "../../support/clock.ts";
import { withoutEscapes } from "../../support/escapes.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

test("a message that could not be sent says so, with the likely reason", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const inPipe = shellOn(realm, { clock });
  const onTerminal = shellOn(realm, { clock, columns: 160 });
  await inPipe.run(["schedule", "add", "--at", "in 2h", "@bo", "lunch?"]);
  await inPipe.run(["schedule", "add", "--at", "in 5h", "#dev > deploy", "now?"]);
  await realm.as(people.cleo).delete(`/users/${people.bo}`);
  await clock.pass("3 h");
  const reason = "the account of Bo Lindt is deactivated";
  expect(json(await inPipe.run(["schedule", "--json=content,failed,reason"]))).toEqual([
    { content: "lunch?", failed: true, reason },
    { content: "now?", failed: false, reason: null },
  ]);
  const columns = (line: string) => line.split("\t").slice(-4);
  for (const verb of ["schedule", "later"]) {
    const { out } = await inPipe.run([verb]);
    expect(out.trimEnd().split("\n").map(columns)).toEqual([
      [expect.anything(), "@Bo Lindt", "lunch?", reason],
      [expect.anything(), expect.anything(), "#dev > deploy", "now?"],
    ]);
    expect((await onTerminal.run([verb])).out).toContain(`not sent, ${reason}: lunch?`);
  }
});

test("the time that was understood is said, and an unclear one is refused", async () => {
  const realm = startRealm();
  const add = (order: DateOrder | undefined, at: string, columns?: number) =>
    shellOn(realm, {
      ...(order && { dateOrder: order }),
      ...(columns && { columns }),
    }).run(["schedule", "add", "--at", at, "@bo", "lunch?"]);
  expect((await add("day", "5/1/2027")).err).toBe("weir: For Tue 5 Jan 2027, 9:00.\n");
  expect((await add("month", "5/1/2027")).err).toBe("weir: For Sat 1 May 2027, 9:00.\n");
  expect(await add("day", "tomorrow 9:00", 100)).toMatchObject({
    out: expect.stringMatching(/^Scheduled for Sat 21 Nov, 9:00 /),
    err: "",
  });
  const unclear = await add(undefined, "5/1/2027");
  expect(unclear).toMatchObject({ code: 2, out: "" });
  expect(unclear.err).toContain("could be Tue 5 Jan 2027 or Sat 1 May 2027: write 2027-01-05 or");
  expect((await add(undefined, "tomorrow 9:00 PST")).err).toContain("PST is not a known zone");
});

test("a scheduled message gets another recipient, and back", async () => {
  const { run } = shellOn(startRealm(), { columns: 100 });
  const place = async () => json(await run(["schedule", "--json=place,content"]));
  const { out } = await run(["schedule", "add", "--at", "in 2h", "#dev > deploy", "soon"]);
  const [, id = ""] = /\((\d+)\)/.exec(out) ?? [];
  const edited = await run(["schedule", "edit", id, "--to", "@bo, @cleo"]);
  expect(await place()).toEqual([{ place: "@Bo Lindt, @Cleo Vane", content: "soon" }]);
  expect(edited.out).toContain(`To undo: weir schedule edit ${id} --to '#dev > deploy'`);
  await run(["schedule", "edit", id, "--to", "#dev > deploy"]);
  expect(await place()).toEqual([{ place: "#dev > deploy", content: "soon" }]);
});

test("a message that could not be sent needs a new time to be changed", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { run } = shellOn(realm, { clock, columns: 100 });
  const { out } = await run(["schedule", "add", "--at", "in 2h", "@bo", "lunch?"]);
  const [, id = ""] = /\((\d+)\)/.exec(out) ?? [];
  await realm.as(people.cleo).delete(`/users/${people.bo}`);
  await clock.pass("3 h");
  const timeless = await run(["schedule", "edit", id, "--to", "@cleo"]);
  expect(timeless).toMatchObject({ code: 2, out: "" });
  expect(timeless.err).toContain("add a new time, --at 'tomorrow 9:00'");
  const edited = await run(["schedule", "edit", id, "--to", "@cleo", "--at", "in 2h"]);
  expect(edited).toMatchObject({ code: 0, err: "" });
  expect(edited.out).not.toContain("To undo");
  const [row] = json(await run(["schedule", "--json=place,content,failed"]));
  expect(row).toEqual({ place: "@Cleo Vane", content: "lunch?", failed: false });
});

test.each([["schedule"], ["drafts"]])(
  "%s: a terminal shows texts as lists do, a pipe as they were written",
  async (verb) => {
    const clock = fakeClock();
    const realm = startRealm({ clock });
    const source = "@**Bo Lindt** and @_**Cleo Vane**: **look**\n#**dev>deploy**";
    const time = verb === "schedule" ? ["--at", "in 2h"] : [];
    const onTerminal = shellOn(realm, { clock, columns: 100 });
    await onTerminal.run([verb, "add", ...time, "#dev > deploy", source]);
    const { out } = await onTerminal.run([verb]);
    expect(withoutEscapes(out)).toContain("@Bo Lindt and Cleo Vane: look #dev › deploy\n");
    expect((await shellOn(realm, { clock }).run([verb])).out).toContain(source.replace("\n", " "));
  },
);
