import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { openNetwork } from "#api/http.ts";
import { chunksOf, streamedForm } from "#api/multipart.ts";
import { silent } from "#base/log.ts";
import { serveRealm } from "#realm/serve.ts";
import { getFileLink, uploadFile } from "#wire/endpoints/files.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const bytes = new Uint8Array([0, 13, 10, 45, 45, 255]);

test("a form with a file is parsed with the same names and bytes", async () => {
  const form = new URLSearchParams({ note: "ü=1" });
  const file = { name: 'a "b" ü.bin', type: "application/x-thing", ...chunksOf(bytes) };
  const { type, length, chunks } = streamedForm(form, file, "x");
  const body = await buffer(chunks);
  expect(body.length).toBe(length);
  const read = await new Response(body, { headers: { "content-type": type } }).formData();
  expect(read.get("note")).toBe("ü=1");
  const part = read.get("file") as File;
  expect([part.name, part.type, await part.bytes()]).toEqual([file.name, file.type, bytes]);
});

test("a file sent over a real socket arrives unchanged", async () => {
  const { realm, as } = startRealm();
  const served = await serveRealm(realm);
  const network = await openNetwork(served.url);
  onTestFinished(async () => {
    await network.close();
    await served.close();
  });
  const { email, api_key: key } = as(people.ana).account;
  const connection = createConnection({
    site: served.url,
    credentials: { email, key },
    send: network.send,
    clock: fakeClock(),
    log: silent,
    userAgent: "weir/test",
  });
  const file = { name: "ö.bin", type: "application/x-thing", ...chunksOf(bytes) };
  const { uri } = await connection.call(uploadFile, {}, { file });
  const chunks = {
    [Symbol.asyncIterator]: async function* read() {
      yield bytes.slice(0, 2);
      yield bytes.slice(2);
    },
  };
  const streamed = { name: 'a "b" ü.bin', type: file.type, size: bytes.length, chunks };
  const second = await connection.call(uploadFile, {}, { file: streamed });
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` };
  for (const path of [uri, second.uri]) {
    const back = await globalThis.fetch(new URL(path ?? "", served.url), { headers });
    expect([back.status, await back.bytes()]).toEqual([200, bytes]);
    expect(back.headers.get("content-type")).toBe("application/x-thing");
  }
  expect(second.uri).toMatch(/\/a-b-ü.bin$/);
  const path = { realm_id: 1, path: "00/none/x.txt" };
  await expect(connection.call(getFileLink, path)).rejects.toMatchObject({
    failure: { kind: "blocked", sentence: "The server has nothing at this address (status 404)." },
  });
});
