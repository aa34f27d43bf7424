/** The first start without an account. */
import { expect, test } from "vitest";
import { startInTerminal } from "../support/terminal.ts";

test("the first start opens the demo, where one key opens the first unread conversation", async () => {
  const robin = await startInTerminal({ columns: 120, rows: 34 });
  await robin.sees(/Acme · live/);
  await robin.sees("Demo, on this machine only.");
  await robin.sees("NEEDS YOU");
  const [, unread = "0"] = /(\d+) unread/.exec(robin.text()) ?? [];
  expect(Number(unread)).toBeGreaterThan(20);

  await robin.does("triage.next");
  await robin.sees(/\d new since \d/);
  expect(robin.keys()).toBe(1);

  await robin.does("program.leave", "program.leave");
  expect(await robin.ended).toEqual({ code: 0, signal: 0 });
});
