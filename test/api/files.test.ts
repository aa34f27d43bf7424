/** Downloads over real sockets, and the list of own files. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import { fileDownloader, getAttachments, StoredElsewhere } from "#api/files.ts";
import { openNetwork } from "#api/http.ts";
import { systemClock } from "#base/clock.ts";
import { prepared, success } from "../support/answers.ts";
import { listening } from "../support/https-server.ts";

type Answer = { readonly status: number; readonly location?: string; readonly text?: string };

async function serving(answers: Readonly<Record<string, Answer>>) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    requests.push(headers);
    const { status, location, text = "" } = answers[url] ?? { status: 404 };
    response.writeHead(status, location === undefined ? {} : { location }).end(text);
  });
  const site = `http://127.0.0.1:${await listening(server)}`;
  const download = fileDownloader({
    site,
    open: (origin) => openNetwork(origin),
    clock: systemClock,
    userAgent: "weir-test/1",
  });
  const parts: Uint8Array[] = [];
  const get = (path: string, options = {}) =>
    download(path, async (part) => void parts.push(part), options);
  return { get, requests, site, text: () => Buffer.concat(parts).toString() };
}

async function reasonOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return JSON.stringify((error as ApiError).failure);
}

test("a file is streamed, follows redirects and is requested without credentials", async () => {
  const { get, requests, text } = await serving({
    "/a": { status: 302, location: "/b" },
    "/b": { status: 200, text: "miau" },
  });
  await get("/a");
  expect(text()).toBe("miau");
  expect(requests).toHaveLength(2);
  expect(requests.every((headers) => headers.authorization === undefined)).toBe(true);
});

test.for([
  ["/missing", {}, "404"],
  ["/round", { "/round": { status: 302, location: "/round" } }, "too many redirects"],
  ["/file", { "/file": { status: 302, location: "file:///etc/passwd" } }, "https"],
  ["/broken", { "/broken": { status: 502 } }, "502"],
] as const)("%s fails", async ([path, answers, reason]) => {
  const { get, text } = await serving(answers);
  expect(await reasonOf(get(path))).toContain(reason);
  expect(text()).toBe("");
});

test.each([
  [442, { create_time: 1_800_000_000_000, messages: [{ id: 7, date_sent: 1 }] }],
  [443, { create_time: 1_800_000_000, messages: [{ id: 7, date_sent: 1 }] }],
  [472, { create_time: 1_800_000_000, message_ids: [7] }],
])("own files have their time and their messages at level %i", async (level, keys) => {
  const file = { id: 1, name: "a.txt", path_id: "2/a.txt", size: 5, ...keys };
  const { connection } = prepared(success({ attachments: [file], upload_space_used: 5 }));
  connection.setLevel(level);
  expect(await getAttachments(connection, {})).toEqual([
    { name: "a.txt", size: 5, path: "2/a.txt", createdAt: 1_800_000_000_000, messageIds: [7] },
  ]);
});

test("what nobody asked for is fetched from the account's own server only, whatever leads elsewhere", async () => {
  const other = await serving({ "/cat.png": { status: 200, text: "miau" } });
  const cat = `${other.site}/cat.png`;
  const own = await serving({
    "/own": { status: 302, location: "/cat.png" },
    "/cat.png": { status: 200, text: "own" },
    "/away": { status: 302, location: cat },
  });
  await own.get("/own", { isUnasked: true });
  expect(own.text()).toBe("own");
  for (const address of [cat, "/away", cat.replace("http:", "")])
    await expect(own.get(address, { isUnasked: true })).rejects.toThrow(StoredElsewhere);
  expect(other.requests).toEqual([]);
  await own.get("/away");
  expect(other.requests).toHaveLength(1);
});
