/** What the terminal keeps of what the disk did not. */
import { expect, test } from "vitest";
import { unsavedNotice } from "#app/terminal.ts";

test("of changes that could not be persisted, the exit says how many and which", () => {
  expect(unsavedNotice({ changes: ["Mute #dev › ci\u001b[2J"], sent: "no" })).toBe(
    "weir: 1 change could not be saved to disk, and is lost:\n  Mute #dev › ci␛[2J\n",
  );
  const changes = Array.from({ length: 22 }, (_, at) => `Done #dev › t${at}`);
  const lines = unsavedNotice({ changes, sent: "maybe" }).split("\n");
  expect(lines[0]).toBe("weir: 22 changes could not be saved to disk, and may not have been sent:");
  expect(lines.slice(20)).toEqual(["  Done #dev › t19", "  and 2 more", ""]);
});
