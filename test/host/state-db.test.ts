import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { documentsOver } from "#archive/transport.ts";
import { type AccountFiles, openAccountFiles } from "#host/state-db.ts";
import { folder } from "../support/folder.ts";

const worker = new URL("../../src/archive/state-worker.ts", import.meta.url);
const owner = { account: "me", keepsMessages: true };

async function opened(path: string): Promise<AccountFiles> {
  const files = await openAccountFiles(path, worker, owner);
  onTestFinished(() => files.close().catch(() => undefined));
  return files;
}

test("a call resolves after its change is in the file", async () => {
  const path = folder();
  const [a, b] = [await opened(path), await opened(path)];
  await a.state.putDraft({ key: "t", updatedAt: 1, json: '"text"' }, 1);
  expect((await b.state.load()).drafts).toEqual([{ key: "t", updatedAt: 1, json: '"text"' }]);
  await a.state.removeDraft("t", 1);
  expect((await b.state.load()).drafts).toEqual([]);
});

test("concurrent calls each get their own result", async () => {
  const { state, cache } = await opened(folder());
  const documents = documentsOver(cache);
  const rows = Array.from({ length: 200 }, (_, at) => ({
    id: `${at}`,
    createdAt: at,
    json: `${at}`,
  }));
  await Promise.all([
    ...rows.map(state.putIntent),
    documents.put("k", "1"),
    state.putPlace({ key: "p", json: "2" }),
  ]);
  await Promise.all(rows.slice(0, 150).map(({ id }) => state.removeIntent(id)));
  expect((await state.load()).intents).toEqual(rows.slice(150));
  expect(await documents.get("k")).toBe("1");
});

test("an intent that another process holds is rejected as taken", async () => {
  const path = folder();
  const [a, b] = [await opened(path), await opened(path)];
  await a.state.putIntent({ id: "1", createdAt: 1, json: "1" });
  await expect(b.state.putIntent({ id: "1", createdAt: 1, json: "2" })).rejects.toMatchObject({
    failure: { kind: "taken" },
  });
  await a.close();
  expect(await b.state.claim([])).toEqual({
    gained: [{ id: "1", createdAt: 1, json: "1" }],
    lost: [],
    elsewhere: [],
  });
});

test("completed calls survive kill -9, and the next run can claim their intents immediately", async () => {
  const path = folder();
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, "../support/state-writer.ts"), path],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(writer.stdout, "data");
  expect(String(line)).toBe("stored\n");
  writer.kill("SIGKILL");
  await once(writer, "exit");
  const { state } = await opened(path);
  expect(await state.load()).toEqual({
    drafts: [{ key: "topic", updatedAt: 1, json: '"half a sentence"' }],
    intents: [{ id: "first", createdAt: 1, json: '"on its way"' }],
    places: [],
  });
});

test("a file that cannot be opened, and a call after closing, fail with a message", async () => {
  await expect(openAccountFiles("/dev/null/nowhere", worker, owner)).rejects.toMatchObject({
    failure: { sentence: expect.stringMatching(/\.$/) },
  });
  const files = await openAccountFiles(folder(), worker, owner);
  await files.close();
  await expect(files.state.removeDraft("t", 1)).rejects.toMatchObject({
    failure: { kind: "broken" },
  });
});
