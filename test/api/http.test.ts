/** Network errors over real sockets: whether a request may have been sent, and that dead connections are not reused. */
import { createServer, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openNetwork, stopwatch } from "#api/http.ts";
import { Deadline, type HttpAnswer, TransportError } from "#api/transport.ts";
import { systemClock } from "#base/clock.ts";
import { answerWithoutEnd, listening, startHttp } from "../support/https-server.ts";
import { startProxy } from "../support/proxy.ts";

/** A busy machine may take minutes for what takes a second: the test itself has a limit. */
const patient = new AbortController().signal;

/** A server that echoes, or sends as many letters as the number that it gets; `got` has the complete requests. */
async function echo(measure = stopwatch) {
  const got: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      got.push(text);
      response.end(/^\d+$/.test(text) ? "s".repeat(Number(text)) : `you said ${text}`);
    });
  });
  const proxy = await startProxy(`http://127.0.0.1:${await listening(server)}`);
  const network = await openNetwork(proxy.url, {}, measure);
  onTestFinished(network.close);
  const say = (body: string, signal = patient): Promise<HttpAnswer> =>
    network.send({ method: "POST", url: `${proxy.url}/say`, headers: {}, body }, signal);
  return { proxy, network, say, got };
}

/** A signal that is aborted as by a deadline. */
function deadline() {
  const late = new AbortController();
  return { pass: () => late.abort(new Deadline("too late")), signal: late.signal };
}

async function failure(request: Promise<unknown>): Promise<TransportError> {
  const error = await request.then(
    () => new Error("The request succeeded."),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

test("a request on a refused connection was not sent", async () => {
  const { proxy, say } = await echo();
  await proxy.setFault({ kind: "refuse" });
  const { sent, message } = await failure(say("hello"));
  expect([sent, message]).toEqual(["no", "connection refused"]);
  await proxy.setFault({ kind: "none" });
  expect((await say("again")).text).toBe("you said again");
});

test("an answer that is to be decoded later has arrived before", async () => {
  const { proxy, network } = await echo();
  const [arrived, mayDecode] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const request = { method: "POST", url: `${proxy.url}/say`, headers: {}, body: "hello" };
  const waiting = { ...request, onPart: arrived.resolve, decodeAfter: mayDecode.promise };
  const steps: string[] = [];
  const answer = network.send(waiting, patient).then(({ text }) => {
    steps.push(text);
  });
  await arrived.promise;
  // A later request is answered meanwhile.
  await network.send(request, patient);
  steps.push("may be decoded");
  mayDecode.resolve();
  await answer;
  expect(steps).toEqual(["may be decoded", "you said hello"]);
});

test.each([
  ["cut request", 0],
  ["cut answer", 1],
] as const)("a %s may have been sent, and the next request succeeds", async (kind, arrived) => {
  const { proxy, say, got } = await echo();
  await proxy.setFault({ kind, on: "POST /say" });
  const { sent, message } = await failure(say("half of this"));
  expect([sent, message]).toEqual(["maybe", "the connection was lost"]);
  expect(got).toHaveLength(arrived);
  expect((await say("whole")).text).toBe("you said whole");
});

test("a request on a reset connection may have been sent", async () => {
  const { proxy, say } = await echo();
  await say("first");
  await proxy.setFault({ kind: "reset" });
  const { sent } = await failure(say("second"));
  expect(sent).toBe("maybe");
});

test("a slow connection is not an error", async () => {
  const { proxy, say } = await echo();
  await proxy.setFault({ kind: "slow", bytesPerSecond: 20_000 });
  expect((await say("s".repeat(2_000))).text).toHaveLength(2_009);
  await proxy.setFault({ kind: "delay", ms: 20 });
  expect((await say("late")).text).toBe("you said late");
});

test("time is measured unless the program was busy for long", async () => {
  const busy = stopwatch();
  const began = systemClock.elapsed();
  expect(stopwatch()()).toBeDefined();
  while (systemClock.elapsed() < began + 60);
  expect(busy()).toBeUndefined();
  const quiet = async () => {
    const waited = stopwatch();
    await systemClock.sleep(100);
    return waited();
  };
  // Other work of this thread may take most of them.
  while ((await quiet()) === undefined);
});

test("a line is slow by what comes back, although a connection is made at once", async () => {
  const { proxy, network, say } = await echo();
  await proxy.setFault({ kind: "delay", ms: 550 });
  // It may have been the server, which had much to find.
  await say("20000");
  expect(network.isSlow()).toBeUndefined();
  await say("hello");
  expect(network.isSlow()).toBe(true);
  await proxy.setFault({ kind: "none" });
  await say("hello");
  expect(network.isSlow()).toBe(false);
});

test("neither an answer that waits for something, nor an upload, tells how slow the line is", async () => {
  let isRest = true;
  const { proxy, network } = await echo(() => {
    isRest = !isRest;
    const ms = isRest ? 0 : 1_500;
    return () => ms;
  });
  const request = { method: "POST", url: `${proxy.url}/say`, headers: {}, body: "hello" };
  await network.send({ ...request, isHeld: true }, patient);
  async function* upload() {
    yield new TextEncoder().encode("a file");
  }
  await network.send({ ...request, body: upload() }, patient);
  expect(network.isSlow()).toBe(false);
  await network.send(request, patient);
  expect(network.isSlow()).toBe(true);
});

test("after a timeout the other idle connections are not reused", async () => {
  const { proxy, say } = await echo();
  await Promise.all(["a", "b", "c"].map((text) => say(text)));
  expect(proxy.opened()).toBe(3);
  await proxy.setFault({ kind: "silence" });
  const late = deadline();
  const lost = say("lost", late.signal);
  late.pass();
  await expect(lost).rejects.toBeInstanceOf(Deadline);
  // New connections work; the silent ones stay silent without being closed.
  await proxy.setFault({ kind: "none" });
  const answers = await Promise.all(["d", "e", "f"].map((text) => say(text)));
  expect(answers.map(({ text }) => text)).toEqual(["you said d", "you said e", "you said f"]);
});

/** A server with an endless answer. */
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
      patient,
    );
  return { ask, sent: closed.promise };
}

test.each([
  [undefined, 32],
  [3, 3],
])(
  "an endless answer is aborted at its limit (%s MB), and its connection closed",
  async (limit, mb) => {
    const { ask, sent } = await endless({});
    expect(await ask(limit)).toMatchObject({ status: 200, text: "", exceededMb: mb });
    // Plus the buffers of both ends.
    expect(await sent).toBeLessThan((mb + 20) * 1_000_000);
  },
);

test("an answer with a content length above the limit is not read", async () => {
  const { ask, sent } = await endless({ "content-length": "32000001" });
  expect(await ask()).toMatchObject({ exceededMb: 32 });
  expect(await sent).toBeLessThan(20_000_000);
});

/** Asks a server for these bytes, which it calls compressed. */
async function askPacked(bytes: Uint8Array, limitMb = 1): Promise<HttpAnswer> {
  const url = await startHttp((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(bytes);
  });
  const network = await openNetwork(url);
  onTestFinished(network.close);
  const request = { method: "GET", url, headers: {}, body: undefined, limitMb };
  return network.send(request, patient);
}

test("a compressed answer is unpacked", async () => {
  expect((await askPacked(gzipSync("é".repeat(1_000)))).text).toBe("é".repeat(1_000));
});

test("a small answer that would become huge is aborted at its limit", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(100_000);
  expect(await askPacked(bomb)).toMatchObject({ text: "", exceededMb: 1 });
});

test.each([
  ["not compressed at all", Buffer.from("plainly")],
  ["cut", gzipSync("é".repeat(1_000)).subarray(0, 20)],
])("an answer that is called compressed and is %s is an error", async (_, bytes) => {
  const { sent, message } = await failure(askPacked(bytes));
  expect([sent, message]).toEqual(["maybe", "the answer was compressed wrongly"]);
});

test("an answer of exactly the limit is read", async () => {
  const url = await startHttp((_, response) => void response.end("é".repeat(500_000)));
  const network = await openNetwork(url);
  onTestFinished(network.close);
  const request = { method: "GET", url, headers: {}, body: undefined, limitMb: 1 };
  const { text } = await network.send(request, patient);
  expect(text).toHaveLength(500_000);
});

test("closing aborts pending requests and leaves no connection open", async () => {
  const { proxy, network, say } = await echo();
  await say("before");
  await proxy.setFault({ kind: "silence" });
  const late = deadline();
  const first = say("dead", late.signal);
  late.pass();
  await expect(first).rejects.toBeInstanceOf(Deadline);
  const hung = failure(say("hangs"));
  await network.close();
  expect((await hung).sent).toBe("maybe");
  await expect(say("too late")).rejects.toBeInstanceOf(TransportError);
});
