/** The account that was shown last, in a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readShownLast, shownAccount } from "#app/shown-account.ts";
import { silent } from "#base/log.ts";
import { folders } from "#host/paths.ts";
import { folder } from "../support/folder.ts";

test("the next start knows the latest of many", async () => {
  const places = folders({}, folder());
  expect(await readShownLast(places)).toBeUndefined();
  const shown = shownAccount(places, silent);
  for (const name of ["acme", "libre", "acme", "the work"]) shown.keep(name);
  await shown.settled();
  expect(await readShownLast(places)).toBe("the work");
  shown.keep("acme");
  await shown.settled();
  expect(await readShownLast(places)).toBe("acme");
});

test("a folder that cannot be written is only noted", async () => {
  const home = folder();
  writeFileSync(join(home, ".local"), "");
  const noted: string[] = [];
  const shown = shownAccount(folders({}, home), {
    ...silent,
    note: (sentence) => noted.push(sentence),
  });
  shown.keep("acme");
  await shown.settled();
  expect(noted).toEqual(["The shown account is not kept."]);
});
