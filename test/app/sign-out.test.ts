/** What an account leaves on this machine after it was signed out, with real files. */
import { expect, test } from "vitest";
import { cacheOwner } from "#app/files.ts";
import { namesPath } from "#app/runtime.ts";
import { forgetAccount } from "#app/sign-out.ts";
import { journalStorage } from "#app/storage.ts";
import { openArchiveHere } from "#archive/client.ts";
import { writePrivate } from "#host/credentials.ts";
import { accountFolder, folders } from "#host/paths.ts";
import { openStateHere } from "#host/state-here.ts";
import type { Draft } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { DraftId } from "#wire/ids.ts";
import { message, messages } from "../support/archived.ts";
import { filesWith, folder } from "../support/folder.ts";
import { directs as address, intentId, send } from "../support/intents.ts";

const ana = { site: "https://acme.example", email: "ana@acme.example" };
const draft = (text: string, copy?: string): Draft => ({
  address,
  text,
  updatedAt: 1,
  ...(copy !== undefined && { shared: { id: 3 as DraftId, text: copy, realm: undefined } }),
});

const step: Step = {
  id: "step",
  sentence: "Done SEEN",
  done: [],
  inverse: [],
  intents: [],
  at: 1,
};

test("what was seen is erased, what was not sent stays, and a weir that still runs keeps nothing more", async () => {
  const home = folder();
  const runtime = { folders: folders({}, home) };
  const at = accountFolder(runtime.folders, ana);
  const archive = openArchiveHere(at, cacheOwner(ana, true));
  const { state, close } = await openStateHere(at);
  const storage = journalStorage(state, close);
  const see = async () => {
    await archive.archive.write([messages(message(1, { content: "SEEN" }))], true);
    await storage.putValue("names", "SEEN");
    await storage.putSnooze("dm:2" as ConversationKey, {
      conversation: address,
      until: 9,
      newest: 0,
      isDue: false,
    });
    await storage.putStep(step);
  };
  await see();
  await writePrivate(namesPath(runtime, ana), "SEEN");
  await storage.putValue("newest sent", 7);
  await storage.putDraft("a", draft("SEEN", "SEEN"), 1);
  await storage.putDraft("b", draft("changed", "SEEN"), 1);
  await storage.putDraft("c", draft("own"), 1);
  const open = { id: intentId("x"), createdAt: 1, action: send("unsent"), attempts: 0 };
  await storage.putIntent({ ...open, phase: "waiting" });
  await close();

  const running = await openStateHere(at);
  await running.state.load();
  const seeing = journalStorage(running.state, running.close);
  expect(await forgetAccount(runtime, ana)).toBe(
    `3 texts and changes that were not sent: kept in ${at}.`,
  );
  expect(filesWith(home, "SEEN")).toEqual([]);

  await archive.archive.write([messages(message(2, { content: "SEEN" }))], true);
  await seeing.putValue("names", "SEEN");
  await seeing.putStep(step);
  await seeing.close();
  await archive.close();
  expect(filesWith(home, "SEEN")).toEqual([]);

  const again = await openStateHere(at);
  const { drafts, intents, values } = await journalStorage(again.state, again.close).load();
  expect([...drafts]).toEqual([
    ["b", draft("changed")],
    ["c", draft("own")],
  ]);
  expect(intents).toHaveLength(1);
  expect([...values]).toEqual([["newest sent", 7]]);
  await again.close();
  expect(filesWith(home, "own")).not.toEqual([]);
});

test("an account that was never opened has nothing to erase", async () => {
  const runtime = { folders: folders({}, folder()) };
  expect(await forgetAccount(runtime, ana)).toBeUndefined();
});
