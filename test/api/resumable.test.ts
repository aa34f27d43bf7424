/** Large uploads over real sockets, with a line that is lost in the middle of them. */
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { uploadFile } from "#api/files.ts";
import { openNetwork } from "#api/http.ts";
import type { Resumption } from "#api/resumable.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { serveRealm } from "#realm/serve.ts";
import { since } from "#wire/levels.ts";
import { startProxy } from "../support/proxy.ts";
import { startRealm } from "../support/realm.ts";

const size = 4_000_000;
const chunk = 250_000;
const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) & 255);

async function world(level: number) {
  const { realm, as } = startRealm({ level, clock: systemClock });
  const served = await serveRealm(realm);
  const proxy = await startProxy(served.url);
  const network = await openNetwork(proxy.url);
  onTestFinished(async () => {
    await network.close();
    await served.close();
  });
  const [account] = realm.accounts;
  const sent: string[] = [];
  const connection = createConnection({
    site: proxy.url,
    credentials: { email: account!.email, key: account!.api_key },
    send: (request, signal) => {
      sent.push(
        `${request.method} ${new URL(request.url).pathname.replace(/\/tus\/.*/, "/tus/…")}`,
      );
      return network.send(request, signal);
    },
    clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(1, signal) },
    log: silent,
    userAgent: "weir-test/1",
  });
  connection.setLevel(level);
  const chunks = {
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < size; at += chunk) yield bytes.subarray(at, at + chunk);
    },
  };
  const file = { name: "plan ü.bin", type: "application/octet-stream", size, chunks };
  const clock = { ...systemClock, sleep: () => systemClock.sleep(1) };
  const upload = (resumption?: Resumption) =>
    uploadFile(connection, file, { clock, deadlineMs: 20_000, ...(resumption && { resumption }) });
  const stored = async () => {
    const list = (await as(account!.email).get("/attachments")).body["attachments"];
    const files = [...realm.control.server.state.files.byId.values()];
    const isWhole = files.every(({ base64 }) => Buffer.from(base64, "base64").equals(bytes));
    return { names: list.map(({ name }: { name: string }) => name), isWhole };
  };
  return { proxy, upload, sent, stored };
}

const whole = { names: ["plan ü.bin"], isWhole: true };

test("an upload that the line breaks off goes on there, and is stored once", async () => {
  const { proxy, upload, sent, stored } = await world(since.resumableUploads);
  await proxy.setFault({ kind: "cut request", on: "PATCH /api/v1/tus" });
  expect(await upload()).toMatch(/^\/user_uploads\/1\/.*plan-ü\.bin$/);
  const [begin, again] = ["POST /api/v1/tus", "PATCH /api/v1/tus/…"];
  expect(sent).toEqual([begin, again, "HEAD /api/v1/tus/…", again]);
  expect(await stored()).toEqual(whole);
});

test("while the line is gone it fails, and a later attempt goes on where it was", async () => {
  const { proxy, upload, sent, stored } = await world(since.resumableUploads);
  const resumption: Resumption = { offset: 0 };
  await proxy.setFault({ kind: "slow", bytesPerSecond: 500_000 });
  const first = upload(resumption);
  await expect.poll(() => sent.at(-1)).toMatch(/^PATCH/);
  await proxy.setFault({ kind: "refuse" });
  await expect(first).rejects.toMatchObject({ failure: { kind: "unreachable" } });
  await proxy.setFault({ kind: "none" });
  sent.length = 0;
  await upload(resumption);
  // A connection of before may fail first.
  expect([...new Set(sent)]).toEqual(["HEAD /api/v1/tus/…", "PATCH /api/v1/tus/…"]);
  expect(await stored()).toEqual(whole);
});

test("a file whose answer was lost is not sent twice", async () => {
  const { proxy, upload, sent, stored } = await world(since.resumableUploads);
  await proxy.setFault({ kind: "cut answer", on: "PATCH /api/v1/tus" });
  await expect(upload()).rejects.toMatchObject({ failure: { kind: "unreachable", sent: "maybe" } });
  expect(sent).toEqual(["POST /api/v1/tus", "PATCH /api/v1/tus/…", "HEAD /api/v1/tus/…"]);
  expect(await stored()).toEqual(whole);
});

test("below the level a file is sent as a whole", async () => {
  const { upload, sent, stored } = await world(since.resumableUploads - 1);
  await upload();
  expect(sent).toEqual(["POST /api/v1/user_uploads"]);
  expect(await stored()).toEqual(whole);
});
