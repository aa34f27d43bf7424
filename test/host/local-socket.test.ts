/** Programs that ask each other over a real socket, and what may be in its place. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { silent } from "#base/log.ts";
import { type Answering, ask, ownSocket, socketProblem } from "#host/local-socket.ts";
import { folder } from "../support/folder.ts";

const manyMs = 20_000;

const echo: Answering = async (request) => ({ request });

/** An owner, once it owns the path or has said why not. */
async function owner(path: string, answer: Answering = echo, yielding?: () => void) {
  const warned: string[] = [];
  let owned = Promise.withResolvers<void>();
  const log = {
    ...silent,
    warn: (_: string, { reason = "" } = {}) => {
      warned.push(`${reason}`);
      owned.resolve();
    },
  };
  const owning = () => owned.resolve();
  const yields = yielding && {
    yielding: () => {
      owned = Promise.withResolvers();
      yielding();
    },
  };
  const { end } = ownSocket(path, answer, { log, owning, ...yields });
  onTestFinished(end);
  return { end, warned, owned: owned.promise, ownedAgain: () => owned.promise };
}

async function owned(answer: Answering = echo) {
  const path = `${folder()}/weir/a.socket`;
  const one = await owner(path, answer);
  await one.owned;
  return { path, ...one };
}

/** A connection of another program. */
async function caller(path: string): Promise<Socket> {
  const line = connect(path);
  line.on("error", () => undefined);
  onTestFinished(() => void line.destroy());
  await once(line, "connect");
  return line;
}

/** Not `once`, which rejects if there is an error first. */
const closing = (line: Socket) => new Promise((resolve) => line.once("close", resolve));

test("a question is answered, and nothing but the socket is in the folder while it is owned", async () => {
  const { path, end } = await owned();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(`${path}/..`.replace("/a.socket/..", "")).mode & 0o777).toBe(0o700);
  const question = { words: ["ä\n\u2028", "\ud800"], n: [1, null] };
  expect(await ask(path, question, manyMs)).toEqual({ request: question });
  expect(readdirSync(path.replace("/a.socket", ""))).toEqual(["a.socket"]);
  await end();
  expect(readdirSync(path.replace("/a.socket", ""))).toEqual([]);
  expect(await ask(path, question, manyMs)).toBeUndefined();
});

test("an answer that fails is none", async () => {
  const { path } = await owned(() => Promise.reject(new Error("not now")));
  expect(await ask(path, {}, manyMs)).toBeUndefined();
});

test("a peer that hangs costs so many milliseconds", async () => {
  const { path } = await owned(() => new Promise(() => {}));
  const from = performance.now();
  expect(await ask(path, {}, 50)).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(2_000);
});

test.each([
  ["half an answer", '{"a":'],
  ["no line", '{"a":1}'],
  ["two lines", '{"a":1}\n{"a":2}\n'],
  ["no JSON", "hello\n"],
  ["nothing", ""],
])("%s is no answer", async (_, text) => {
  const path = `${folder()}/a.socket`;
  const server = createServer((line) => line.end(text)).listen(path);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  expect(await ask(path, {}, manyMs)).toBeUndefined();
});

test("a peer that floods is left", async () => {
  const path = `${folder()}/a.socket`;
  const part = Buffer.alloc(1_000_000, "x");
  let sent = 0;
  const server = createServer((line) => {
    const flood = () => {
      while (!line.destroyed && line.write(part)) sent += part.length;
      sent += part.length;
    };
    line.on("drain", flood).on("error", () => undefined);
    flood();
  }).listen(path);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  expect(await ask(path, {}, manyMs)).toBeUndefined();
  expect(sent).toBeLessThan(40_000_000);
});

test.each([
  ["garbage", "\u0000\u0001 hello\n"],
  ["two requests", '{"a":1}\n{"a":2}\n'],
  ["a request that never ends", "[".repeat(300_000)],
])("%s gets no answer, and the next one does", async (_, text) => {
  let asked = 0;
  const { path } = await owned(async () => {
    asked += 1;
    return {};
  });
  const line = await caller(path);
  let heard = 0;
  line.on("data", ({ length }) => {
    heard += length;
  });
  const closed = closing(line);
  line.write(text);
  await closed;
  expect({ heard, asked }).toEqual({ heard: 0, asked: 0 });
  expect(await ask(path, {}, manyMs)).toEqual({});
});

test("half a request is left when its sender ends, or after a while", async () => {
  const { path } = await owned();
  const [gone, stays] = [await caller(path), await caller(path)];
  for (const line of [gone, stays]) {
    line.write('{"a":');
    line.resume();
  }
  gone.end();
  await closing(gone);
  await closing(stays);
  expect(await ask(path, {}, manyMs)).toEqual({ request: {} });
});

test("many connections are refused without harm, and others are served when they have ended", async () => {
  const { path } = await owned();
  const lines = await Promise.all(Array.from({ length: 40 }, () => caller(path)));
  for (const line of lines) line.resume();
  await Promise.all(lines.map((line) => closing(line)));
  expect(await ask(path, {}, manyMs)).toEqual({ request: {} });
});

test("a second program answers when the first ends", async () => {
  const { path, end } = await owned(async () => "first");
  const second = await owner(path, async () => "second");
  const third = await owner(path, async () => "third");
  expect(await ask(path, {}, manyMs)).toBe("first");
  await end();
  const next = await Promise.race([second.owned.then(() => second), third.owned.then(() => third)]);
  expect(["second", "third"]).toContain(await ask(path, {}, manyMs));
  await next.end();
  const last = next === second ? third : second;
  await last.owned;
  expect(await ask(path, {}, manyMs)).toBe(next === second ? "third" : "second");
  expect([...second.warned, ...third.warned]).toEqual([]);
});

test("a program that yields gives up for one that does not, and answers again when that ends", async () => {
  const path = `${folder()}/weir/a.socket`;
  const yielded: string[] = [];
  const first = await owner(
    path,
    async () => "first",
    () => yielded.push("first"),
  );
  await first.owned;
  const second = await owner(
    path,
    async () => "second",
    () => yielded.push("second"),
  );
  // One that yields waits for its like.
  expect(await ask(path, {}, manyMs)).toBe("first");
  const screen = await owner(path, async () => "screen");
  await screen.owned;
  expect(await ask(path, {}, manyMs)).toBe("screen");
  // Its like may have been faster, and yields, too.
  expect(yielded[0]).toBe("first");
  await screen.end();
  await Promise.race([first.ownedAgain(), second.ownedAgain()]);
  expect(["first", "second"]).toContain(await ask(path, {}, manyMs));
  expect([...first.warned, ...second.warned, ...screen.warned]).toEqual([]);
});

test("who has ended before it could own leaves nothing", async () => {
  const path = `${folder()}/weir/a.socket`;
  const one = ownSocket(path, echo, { log: silent });
  await one.end();
  expect(existsSync(path)).toBe(false);
  const first = await owner(path);
  await first.owned;
  const second = await owner(path);
  await second.end();
  expect(await ask(path, {}, manyMs)).toEqual({ request: {} });
});

/** A program that listens there, and is killed. */
async function killedAt(path: string): Promise<void> {
  mkdirSync(path.replace(/\/[^/]+$/, ""), { recursive: true, mode: 0o700 });
  const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => console.log("listening"))`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("the socket of a killed program answers nothing, and is taken over, by one of several", async () => {
  const path = `${folder()}/weir/a.socket`;
  await killedAt(path);
  expect(lstatSync(path).isSocket()).toBe(true);
  expect(await ask(path, {}, manyMs)).toBeUndefined();
  const all = await Promise.all(
    ["one", "two", "three"].map((name) => owner(path, async () => name)),
  );
  const first = await Promise.race(all.map((one) => one.owned.then(() => one)));
  expect(first.warned).toEqual([]);
  expect(["one", "two", "three"]).toContain(await ask(path, {}, manyMs));
});

test("a program that waits takes over from one that is killed", async () => {
  const path = `${folder()}/weir/a.socket`;
  mkdirSync(path.replace("/a.socket", ""), { mode: 0o700 });
  const script = `require("net").createServer((line) => line.resume().write('"wait"\\n')).listen(${JSON.stringify(path)}, () => console.log("listening"))`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const second = await owner(path);
  child.kill("SIGKILL");
  await second.owned;
  expect(await ask(path, {}, manyMs)).toEqual({ request: {} });
}, 60_000);

const inTheWay: Readonly<Record<string, (path: string) => void>> = {
  "a file": (path) => writeFileSync(path, ""),
  "a folder": (path) => mkdirSync(path),
  "a named pipe": (path) => void spawnSync("mkfifo", [path]),
  "a symbolic link": (path) => symlinkSync("elsewhere", path),
};

test.each(Object.entries(inTheWay))("%s in its place is refused, and stays", async (_, put) => {
  const path = `${folder()}/weir/a.socket`;
  mkdirSync(path.replace("/a.socket", ""), { mode: 0o700 });
  put(path);
  const before = lstatSync(path);
  const { warned, owned } = await owner(path);
  await owned;
  expect(warned).toEqual([`${path} is in the way: it is not a socket of yours. Remove it.`]);
  expect(await ask(path, {}, manyMs)).toBeUndefined();
  expect(lstatSync(path).ino).toBe(before.ino);
});

test("a symbolic link to another socket is not followed", async () => {
  const { path: real } = await owned();
  const path = `${folder()}/a.socket`;
  symlinkSync(real, path);
  expect(await ask(path, {}, manyMs)).toBeUndefined();
});

test("a folder that others can look into is used neither to ask nor to answer", async () => {
  const { path, end } = await owned();
  const place = path.replace("/a.socket", "");
  chmodSync(place, 0o755);
  expect(await ask(path, {}, manyMs)).toBeUndefined();
  expect(await socketProblem(path)).toMatch(/Other users can look into/);
  await end();
  const { warned, owned: told } = await owner(path);
  await told;
  expect(warned).toEqual([expect.stringMatching(/Other users can look into .*chmod 700/)]);
});

test("a path that is too long for a socket is only logged", async () => {
  const path = `${folder()}/${"long".repeat(30)}/a.socket`;
  const { warned, owned: told } = await owner(path);
  await told;
  expect(warned.length).toBe(1);
  expect(await ask(path, {}, manyMs)).toBeUndefined();
  rmSync(path, { force: true });
});
