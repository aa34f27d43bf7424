import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { documentsOver, loadCall } from "#archive/transport.ts";
import { type AccountFiles, storageThread } from "#host/state-db.ts";
import { folder } from "../support/folder.ts";

const worker = new URL("../../src/archive/state-worker.ts", import.meta.url);
const filler = new URL("../support/state-filler.ts", import.meta.url);
const owner = { account: "me", keepsMessages: true };

async function opened(path: string, thread = storageThread(worker)): Promise<AccountFiles> {
  const files = await thread.open(path, owner);
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
  const [path, other] = [folder(), folder()];
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, "../support/state-writer.ts"), path, other],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(writer.stdout, "data");
  expect(String(line)).toBe("stored\n");
  writer.kill("SIGKILL");
  await once(writer, "exit");
  const left = [await opened(path), await opened(other)].map(({ state }) => state.load());
  const stored = {
    drafts: [{ key: "topic", updatedAt: 1, json: '"half a sentence"' }],
    intents: [{ id: "first", createdAt: 1, json: '"on its way"' }],
    places: [],
  };
  expect(await Promise.all(left)).toEqual([stored, stored]);
});

const draft = (key: string) => ({ key, updatedAt: 1, json: `"${key}"` });

test("accounts share a thread, which ends with the last one", async () => {
  const started: Worker[] = [];
  const count = (thread: Worker) => void started.push(thread);
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const thread = storageThread(worker);
  const [one, other] = [await opened(folder(), thread), await opened(folder(), thread)];
  const writes = Array.from({ length: 100 }, (_, at) => other.state.putDraft(draft(`${at}`), 1));
  await one.state.putDraft(draft("one"), 1);
  await one.close();
  await Promise.all(writes);
  expect((await other.state.load()).drafts).toHaveLength(100);
  await expect(one.state.load()).rejects.toMatchObject({ failure: { kind: "broken" } });
  const [shared] = started;
  const ended = shared && once(shared, "exit");
  await other.close();
  await ended;
  await opened(folder(), thread);
  expect(started).toHaveLength(2);
});

test("an account's damaged file, or one that cannot be opened, is no concern of the others", async () => {
  const thread = storageThread(worker);
  const good = await opened(folder(), thread);
  const path = folder();
  writeFileSync(join(path, "state.db"), "no database ".repeat(1000));
  const refused = thread.open("/dev/null/nowhere", owner);
  const [damaged] = await Promise.all([
    opened(path, thread),
    expect(refused).rejects.toMatchObject({ failure: { sentence: expect.stringMatching(/\.$/) } }),
    good.state.putDraft(draft("good"), 1),
  ]);
  expect(damaged.sentences).toEqual([expect.stringContaining("was damaged")]);
  expect(good.sentences).toEqual([]);
  await damaged.state.putDraft(draft("new"), 1);
  expect((await good.state.load()).drafts).toEqual([draft("good")]);
  expect((await damaged.state.load()).drafts).toEqual([draft("new")]);
});

test("a full disk of one account refuses the writes of this account alone", async () => {
  const { stdout } = await promisify(execFile)("bash", [
    ...["-c", 'ulimit -f 2000; exec "$@"', "", process.execPath],
    ...[fileURLToPath(filler), folder(), folder()],
  ]);
  expect(stdout).toBe("refused stored\nstored\n");
});

test("a call that breaks is answered, and the thread goes on", async () => {
  const thread = storageThread(worker);
  const [one, other] = [await opened(folder(), thread), await opened(folder(), thread)];
  await expect(one.cache(null)).rejects.toMatchObject({ failure: { kind: "broken" } });
  await Promise.all([one.state.putDraft(draft("one"), 1), other.state.putDraft(draft("other"), 1)]);
});

test("a dead thread fails every account's calls, and the next account gets another", async () => {
  const started: Worker[] = [];
  const count = (one: Worker) => void started.push(one);
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const thread = storageThread(worker);
  const both = [await opened(folder(), thread), await opened(folder(), thread)];
  await started[0]?.terminate();
  for (const { state } of both)
    await expect(state.load()).rejects.toMatchObject({ failure: { kind: "broken" } });
  const { state } = await opened(folder(), thread);
  expect((await state.load()).drafts).toEqual([]);
});

test("the first call is made as soon as the files are open", async () => {
  const files = await storageThread(worker).open(folder(), owner, loadCall);
  onTestFinished(files.close);
  expect(await files.first).toBeUndefined();
  expect((await files.state.load()).drafts).toEqual([]);
});

test("a file that cannot be opened, and a call after closing, fail with a message", async () => {
  await expect(
    storageThread(worker).open("/dev/null/nowhere", owner, loadCall),
  ).rejects.toMatchObject({
    failure: { sentence: expect.stringMatching(/\.$/) },
  });
  const files = await storageThread(worker).open(folder(), owner);
  await files.close();
  await expect(files.state.removeDraft("t", 1)).rejects.toMatchObject({
    failure: { kind: "broken" },
  });
});
