/** Fetching public documents over real sockets, and addresses that are not requested. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import { openNetwork } from "#api/http.ts";
import { documentFetcher } from "#api/public-document.ts";
import { systemClock } from "#base/clock.ts";
import { listening } from "../support/https-server.ts";

type DocumentRequest = { readonly path: string | undefined; readonly headers: IncomingHttpHeaders };

/** A server of documents, and a fetcher for the account of `site`, by default the server's address. */
async function serving(answer: { status?: number; text?: string; headers?: object } = {}) {
  const requests: DocumentRequest[] = [];
  const server = createServer(({ url, headers }, response) => {
    requests.push({ path: url, headers });
    response.writeHead(answer.status ?? 200, { ...answer.headers }).end(answer.text ?? "{}");
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  const opened: string[] = [];
  const fetcher = (site = origin) =>
    documentFetcher({
      site,
      open: (to) => {
        opened.push(to);
        return openNetwork(to);
      },
      clock: systemClock,
      userAgent: "weir-test/1",
    });
  return { requests, opened, origin, fetcher };
}

const { signal } = new AbortController();

async function failure(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error("It was answered."),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).failure;
}

test("a document is fetched from another origin without credentials", async () => {
  const { requests, origin, fetcher } = await serving({ text: '{"a":1}' });
  const fetchDocument = fetcher("http://chat.example");
  expect(await fetchDocument(`${origin}/emoji.json?v=2#x`, signal)).toBe('{"a":1}');
  expect(requests).toHaveLength(1);
  expect(requests[0]?.path).toBe("/emoji.json?v=2");
  expect(requests[0]?.headers["user-agent"]).toBe("weir-test/1");
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
});

test("a relative address refers to the account's server", async () => {
  const { requests, fetcher } = await serving();
  await fetcher()("/static/emoji.json", signal);
  expect(requests[0]?.path).toBe("/static/emoji.json");
});

test.for([
  ["http://127.0.0.1:9/emoji.json", "https://chat.example"],
  ["file:///etc/passwd", "http://chat.example"],
  ["javascript:alert(1)", "https://chat.example"],
  ["https://me:secret@cdn.example/emoji.json", "https://chat.example"],
  ["https://", "https://chat.example"],
] as const)("%s is not requested for an account on %s", async ([address, site]) => {
  const { opened, fetcher } = await serving();
  expect(await failure(fetcher(site)(address, signal))).toMatchObject({ kind: "malformed" });
  expect(opened).toEqual([]);
});

test.for([
  [{ status: 302, headers: { location: "/elsewhere" } }, "malformed"],
  [{ status: 404 }, "malformed"],
  [{ text: " ".repeat(4_000_001) }, "malformed"],
  [{ status: 503 }, "broken"],
] as const)(
  "an answer that is not a document (%o) is %s, and is not requested again",
  async ([answer, kind]) => {
    const { requests, origin, fetcher } = await serving(answer);
    expect(await failure(fetcher()(`${origin}/emoji.json`, signal))).toMatchObject({ kind });
    expect(requests).toHaveLength(1);
  },
);

test("after a refused connection it can be requested again", async () => {
  const { fetcher } = await serving();
  const failed = await failure(fetcher()("http://127.0.0.1:9/emoji.json", signal));
  expect(failed).toMatchObject({ kind: "unreachable" });
});
