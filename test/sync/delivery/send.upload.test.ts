/** Uploads: replacing the placeholder, waiting offline, retrying, and cancelling. */
import { expect, test } from "vitest";
import { type HttpRequest, type Send, TransportError } from "#api/transport.ts";
import type { Upload } from "#journal/actions/send.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Control } from "#realm/control.ts";
import { bytesOf } from "#realm/state/files.ts";
import { textOf } from "#store/composer.ts";
import { addIntents } from "#store/store.ts";
import { cancelUpload, retryUpload, uploadsOf } from "#store/uploads.ts";
import type { OpenFile } from "#sync/context.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { memoryDisk } from "../../support/storage.ts";

const placeholder = "[Uploading a.txt…]()";
const to = { kind: "topic", streamId: streams.general as StreamId, topic: "files" } as const;
const key = conversationKey(to);

async function uploading(content = "hello", over = (send: Send): Send => send) {
  const missing = { path: "/b.txt" };
  const file = { content, isChanged: false };
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const disk = memoryDisk();
  const openFile: OpenFile = async (path) => {
    if (path === missing.path) throw new Error(`${path} cannot be read.`);
    const version = file.content;
    const bytes = new TextEncoder().encode(version);
    return {
      size: bytes.length,
      version,
      chunks: {
        async *[Symbol.asyncIterator]() {
          for (let at = 0; at < bytes.length; at += 1_000_000) {
            if (file.isChanged || file.content !== version)
              throw new Error("It was changed while it was read.");
            yield bytes.slice(at, at + 1_000_000);
          }
        },
      },
    };
  };
  const start = (name: string) => startClient({ clock, realm, disk, name, openFile, over });
  const client = start("first");
  await clock.pass("1 s");
  client.types(to, `see ${placeholder} please`);
  const { store } = client;
  const add = (from: Upload["from"] = { path: "/a.txt" }) =>
    addIntents(store, { clock, newId: client.newId }, [
      { kind: "upload", name: "a.txt", from, size: content.length, placeholder },
    ]);
  return {
    clock,
    client,
    add,
    store,
    ana: as(people.ana),
    control: realm.control,
    to,
    text: () => textOf(store.getState(), key),
    uploads: () => uploadsOf(store.getState()),
    start,
    missing,
    file,
    /** Request bodies are read in real time. */
    until: async (seen: () => boolean) => {
      while (!seen()) {
        await clock.pass("1 s");
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const linked = /^see \[a\.txt\]\(\/user_uploads\/1\/\S+\/a\.txt\) please$/;

test("the link replaces the placeholder, and the realm has the file", async () => {
  const { until, add, ana, text, uploads } = await uploading();
  add();
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  const { body } = await ana.get("/attachments");
  expect(body["attachments"]).toMatchObject([{ name: "a.txt", size: 5 }]);
});

test("an upload waits offline and resumes automatically", async () => {
  const { clock, client, add, text, uploads, until } = await uploading();
  client.network.plug(false);
  await clock.pass("5 s");
  add();
  await clock.pass("5 s");
  expect(uploads()).toMatchObject([{ state: "waiting" }]);
  client.network.plug(true);
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
});

test("a failed upload stays listed and can be retried", async () => {
  const { clock, client, add, store, text, uploads, until, missing } = await uploading();
  add({ path: "/b.txt" });
  await clock.pass("1 s");
  expect(uploads()).toMatchObject([{ state: "failed", reason: "/b.txt cannot be read." }]);
  expect(text()).toContain(placeholder);
  missing.path = "";
  retryUpload(store, uploads()[0]!);
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  expect(client.network.sent).toContain("POST /user_uploads");
});

test("a stalled connection is aborted after a minute, and the upload is retried", async () => {
  const { clock, client, add, text, uploads, until } = await uploading();
  client.network.line("silent");
  add();
  await clock.pass("10 s");
  expect(uploads()).toMatchObject([{ state: "sending" }]);
  client.network.line("well");
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
});

test("a large upload that the line broke off goes on, and does not begin anew", async () => {
  const sent: string[] = [];
  const over = (send: Send) => async (request: HttpRequest, signal: AbortSignal) => {
    const call = `${request.method} ${new URL(request.url).pathname}`.replace(/tus\/.*/, "tus/…");
    sent.push(call);
    if (sent.indexOf("PATCH /api/v1/tus/…") === sent.length - 1)
      throw new TransportError("maybe", "the line was cut");
    return send(request, signal);
  };
  const { add, ana, text, uploads, until } = await uploading("x".repeat(2_000_000), over);
  add();
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  const calls = sent.filter((call) => call.includes("/tus"));
  expect(calls).toEqual([
    "POST /api/v1/tus",
    "PATCH /api/v1/tus/…",
    "HEAD /api/v1/tus/…",
    "PATCH /api/v1/tus/…",
  ]);
  expect((await ana.get("/attachments")).body["attachments"]).toHaveLength(1);
});

async function partsOf(body: AsyncIterable<Uint8Array<ArrayBuffer>>) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of body) parts.push(part);
  return parts;
}

async function* partsAgain(part: Uint8Array<ArrayBuffer>) {
  yield part;
}

/** The first part of the first request arrives, and then the line is cut. */
const cutInTheMiddle = (then: () => void) => {
  let isCut = false;
  return (send: Send) => async (request: HttpRequest, signal: AbortSignal) => {
    if (isCut || request.method !== "PATCH") return send(request, signal);
    isCut = true;
    const [first] = await partsOf(request.body as AsyncIterable<Uint8Array<ArrayBuffer>>);
    const headers = { ...request.headers, "content-length": `${first?.length}` };
    await send({ ...request, headers, body: partsAgain(first ?? new Uint8Array()) }, signal);
    then();
    throw new TransportError("maybe", "the line was cut");
  };
};

/** What the realm has of all files. */
const storedIn = ({ server }: Control): readonly string[] =>
  [...server.state.files.byId.values()].map((one) => new TextDecoder().decode(bytesOf(one)));

test("a file that was changed since a part of it arrived is sent from its beginning", async () => {
  const [before, after] = ["x", "y"].map((sign) => sign.repeat(2_000_000));
  const world = await uploading(
    before,
    cutInTheMiddle(() => {
      world.file.content = after!;
    }),
  );
  const { add, control, store, text, uploads, until } = world;
  add();
  await until(() => uploads()[0]?.state === "failed");
  const [failed] = uploads();
  if (failed === undefined) throw new Error("It is gone.");
  retryUpload(store, failed);
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  expect(storedIn(control).map((one) => one === after)).toEqual([true]);
});

test("a file that is changed while it is read is not sent, which its row says", async () => {
  const { add, control, file, uploads, until, text } = await uploading("x".repeat(2_000_000));
  file.isChanged = true;
  add();
  await until(() => uploads()[0]?.state === "failed");
  expect(uploads()).toMatchObject([{ reason: "It was changed while it was read." }]);
  expect(text()).toContain(placeholder);
  expect(storedIn(control)).toEqual([]);
});

test("a file to which a message that waits links is not taken for another one", async () => {
  const { add, ana, client, clock, store, control, text, uploads, until } = await uploading();
  add();
  await until(() => uploads().length === 0);
  const first = text() ?? "";
  // It has left the composer, and not reached the server.
  control.fault({ kind: "unavailable", path: "/messages", retryAfter: 600, times: 9 });
  client.send(to, first);
  await clock.pass("1 s");
  client.types(to, `see ${placeholder} please`);
  control.fault({ kind: "drop before", path: "/user_uploads", times: 1 });
  add();
  await until(() => uploads().length === 0);
  expect(text()).not.toBe(first);
  expect(store.getState().journal.intents.size).toBe(1);
  expect((await ana.get("/attachments")).body["attachments"]).toHaveLength(2);
});

test("a cancelled upload aborts its request and leaves no placeholder", async () => {
  const { clock, client, add, store, text, uploads, until } = await uploading();
  client.network.line("silent");
  add();
  await clock.pass("1 s");
  const [upload] = uploads();
  if (upload === undefined) throw new Error("It is gone.");
  cancelUpload(store, clock, upload);
  await clock.pass("1 s");
  expect([text(), uploads()]).toEqual(["see  please", []]);
  client.network.line("well");
  add();
  await until(() => uploads().length === 0);
});

test("uploads survive a crash, failed ones too", async () => {
  const { clock, client, add, start, ana } = await uploading();
  client.network.plug(false);
  await clock.pass("5 s");
  add();
  add({ path: "/b.txt" });
  await clock.pass("2 s");
  client.disk.crash();
  const next = start("next");
  const uploads = () => uploadsOf(next.store.getState());
  while (uploads()[0]?.state !== "failed") {
    await clock.pass("1 s");
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(uploads()).toMatchObject([{ from: { path: "/b.txt" }, reason: "/b.txt cannot be read." }]);
  expect(textOf(next.store.getState(), key)).toMatch(linked);
  expect(client.disk.drafts.get(key)?.text).toMatch(linked);
  const { body } = await ana.get("/attachments");
  expect(body["attachments"]).toMatchObject([{ name: "a.txt", size: 5 }]);
  next.disk.crash();
  const last = start("last");
  await clock.pass("2 s");
  expect(uploadsOf(last.store.getState())).toMatchObject([{ state: "failed" }]);
});

test("if weir is killed as soon as a file is stored, its link is in the text of the next start", async () => {
  const { client, add, start, clock, uploads, until, ana } = await uploading();
  add();
  await until(() => uploads().length === 0);
  client.disk.crash();
  const next = start("next");
  await clock.pass("1 min");
  expect(textOf(next.store.getState(), key)).toMatch(linked);
  expect(uploadsOf(next.store.getState())).toEqual([]);
  expect((await ana.get("/attachments")).body["attachments"]).toHaveLength(1);
});

test("if weir is killed before the answer, the next start finds the file instead of sending it again", async () => {
  const { client, control, add, start, clock, ana } = await uploading();
  control.fault({ kind: "delay", path: "/user_uploads", delayMs: 10_000 });
  add();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await clock.pass("2 s");
  client.disk.crash();
  client.network.plug(false);
  const next = start("next");
  for (let at = 0; at < 60; at += 1) {
    await clock.pass("1 s");
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(textOf(next.store.getState(), key)).toMatch(linked);
  expect((await ana.get("/attachments")).body["attachments"]).toHaveLength(1);
});

test("a server that works on a file for minutes after the last byte stores it once", async () => {
  const { client, clock, control, add, ana, text, uploads, until } = await uploading();
  control.fault({ kind: "delay", path: "/user_uploads", delayMs: 5 * 60_000 });
  add();
  await clock.pass("4 min");
  expect(uploads()).toMatchObject([{ state: "sending" }]);
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  const { body } = await ana.get("/attachments");
  expect(body["attachments"]).toHaveLength(1);
  expect(client.network.sent.filter((line) => line === "POST /user_uploads")).toHaveLength(1);
});

test("a file whose answer was lost is found on the server instead of being sent again", async () => {
  const { client, control, add, ana, text, uploads, until } = await uploading();
  control.fault({ kind: "drop after", path: "/user_uploads", times: 9 });
  add();
  await until(() => uploads().length === 0);
  expect(text()).toMatch(linked);
  const { body } = await ana.get("/attachments");
  expect(body["attachments"]).toHaveLength(1);
  expect(client.network.sent.filter((line) => line === "POST /user_uploads")).toHaveLength(1);
});

test("a second file of the same name and size is sent although the first one is there", async () => {
  const { client, control, add, ana, uploads, until, to: there } = await uploading();
  add();
  await until(() => uploads().length === 0);
  client.types(there, `${textOf(client.store.getState(), key)} and ${placeholder}`);
  control.fault({ kind: "drop before", path: "/user_uploads", times: 1 });
  add();
  await until(() => uploads().length === 0);
  const { body } = await ana.get("/attachments");
  expect(body["attachments"]).toHaveLength(2);
});
