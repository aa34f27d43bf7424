/** What the network does to requests, over real sockets: which of them may have arrived, and that none waits on a dead line. */
import { createServer, type Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openNetwork } from "#api/http.ts";
import { Deadline, type HttpAnswer, TransportError } from "#api/transport.ts";
import { answerWithoutEnd, startHttp } from "../support/https-server.ts";
import { startProxy } from "../support/proxy.ts";

/** A server that says back what it was sent; `got` counts whole requests. */
async function echo() {
  const got: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      got.push(text);
      response.end(`you said ${text}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const proxy = await startProxy(`http://127.0.0.1:${port}`);
  const network = await openNetwork(proxy.url);
  onTestFinished(network.close);
  const say = (body: string, signal = AbortSignal.timeout(5_000)): Promise<HttpAnswer> =>
    network.send({ method: "POST", url: `${proxy.url}/say`, headers: {}, body }, signal);
  return { proxy, network, say, got };
}

/** A signal that is aborted as a deadline aborts it. */
function deadline() {
  const late = new AbortController();
  return { pass: () => late.abort(new Deadline("too late")), signal: late.signal };
}

async function failure(asked: Promise<unknown>): Promise<TransportError> {
  const error = await asked.then(
    () => new Error("It was answered."),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

test("a refused connection has sent nothing", async () => {
  const { proxy, say } = await echo();
  await proxy.suffers({ kind: "refuse" });
  const { sent, message } = await failure(say("hello"));
  expect([sent, message]).toEqual(["no", "connection refused"]);
  await proxy.suffers({ kind: "none" });
  expect((await say("again")).text).toBe("you said again");
});

test.each([
  ["cut request", 0],
  ["cut answer", 1],
] as const)("a %s may have arrived, and the next request goes through", async (kind, arrived) => {
  const { proxy, say, got } = await echo();
  await proxy.suffers({ kind, on: "POST /say" });
  const { sent, message } = await failure(say("half of this"));
  expect([sent, message]).toEqual(["maybe", "the connection was lost"]);
  expect(got).toHaveLength(arrived);
  expect((await say("whole")).text).toBe("you said whole");
});

test("a connection that is reset may have carried the request", async () => {
  const { proxy, say } = await echo();
  await say("first");
  await proxy.suffers({ kind: "reset" });
  const { sent } = await failure(say("second"));
  expect(sent).toBe("maybe");
});

test("a slow connection is not an error", async () => {
  const { proxy, say } = await echo();
  await proxy.suffers({ kind: "slow", bytesPerSecond: 20_000 });
  expect((await say("s".repeat(2_000))).text).toHaveLength(2_009);
  await proxy.suffers({ kind: "delay", ms: 20 });
  expect((await say("late")).text).toBe("you said late");
});

test("after a timeout the other idle connections are not reused", async () => {
  const { proxy, say } = await echo();
  await Promise.all(["a", "b", "c"].map((text) => say(text)));
  expect(proxy.opened()).toBe(3);
  await proxy.suffers({ kind: "silence" });
  const late = deadline();
  const lost = say("lost", late.signal);
  late.pass();
  await expect(lost).rejects.toBeInstanceOf(Deadline);
  // New connections work; those that fell silent stay so, and nobody was told.
  await proxy.suffers({ kind: "none" });
  const answers = await Promise.all(["d", "e", "f"].map((text) => say(text)));
  expect(answers.map(({ text }) => text)).toEqual(["you said d", "you said e", "you said f"]);
});

/** A server whose answer is `head` and then as many bytes as anybody takes. */
async function endless(head: Readonly<Record<string, string>>) {
  const closed = Promise.withResolvers<number>();
  const url = await startHttp((_, response) => {
    const { socket } = response;
    socket?.on("close", () => closed.resolve(socket.bytesWritten));
    response.writeHead(200, head);
    answerWithoutEnd(response);
  });
  const network = await openNetwork(url);
  onTestFinished(network.close);
  const ask = (limitMb?: number) =>
    network.send(
      { method: "GET", url, headers: {}, body: undefined, ...(limitMb && { limitMb }) },
      AbortSignal.timeout(10_000),
    );
  return { ask, sent: closed.promise };
}

test.each([
  [undefined, 32],
  [3, 3],
])("an endless answer is aborted at its limit, %s MB, with its connection", async (limit, mb) => {
  const { ask, sent } = await endless({});
  expect(await ask(limit)).toMatchObject({ status: 200, text: "", exceededMb: mb });
  // What both systems buffer comes on top.
  expect(await sent).toBeLessThan((mb + 20) * 1_000_000);
});

test("an answer that announces more than the limit is not read at all", async () => {
  const { ask, sent } = await endless({ "content-length": "32000001" });
  expect(await ask()).toMatchObject({ exceededMb: 32 });
  expect(await sent).toBeLessThan(20_000_000);
});

test("an answer as long as the limit is read whole", async () => {
  const url = await startHttp((_, response) => void response.end("é".repeat(500_000)));
  const network = await openNetwork(url);
  onTestFinished(network.close);
  const request = { method: "GET", url, headers: {}, body: undefined, limitMb: 1 };
  const { text } = await network.send(request, AbortSignal.timeout(5_000));
  expect(text).toHaveLength(500_000);
});

test("closing aborts pending requests and leaves no connection open", async () => {
  const { proxy, network, say } = await echo();
  await say("before");
  await proxy.suffers({ kind: "silence" });
  const late = deadline();
  const first = say("dead", late.signal);
  late.pass();
  await expect(first).rejects.toBeInstanceOf(Deadline);
  const hung = failure(say("hangs"));
  await network.close();
  expect((await hung).sent).toBe("maybe");
  await expect(say("too late")).rejects.toBeInstanceOf(TransportError);
});
