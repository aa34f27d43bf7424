/**
 * A Unix socket in the user's own folder, by which programs ask the one that owns it: a line of JSON each way.
 *
 * Whoever asks never depends on it: what is in the way, late, too long or no answer is no answer.
 */
import { chmod, lstat, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { systemClock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { codeOf, reasonOf } from "./file-errors.ts";
import { folderProblem, preparePrivateFolder } from "./private-folder.ts";
import { whileLocked } from "./shared-file.ts";

/** Bytes; a request is the words of a command line. */
const longestRequest = 200_000;
/** Bytes; the rows of a list. */
const longestAnswer = 20_000_000;
/** At once; others are refused until one has ended. */
const mostConnections = 16;
/** Of these, other programs that wait for the end of the owner. */
const mostWaiting = 8;
/** For a whole request, and for taking the answer. */
const patienceMs = 2_000;
/** For finding the answer, which may need the server. */
const longestWorkMs = 15_000;

/** The line of a program that waits for the end of the owner, and that of the owner if it may. */
const waiting = "wait";
/** That of a program which would rather be the owner itself: of one that yields, it becomes so at once. */
const claiming = "yield";

/** What is answered, as JSON. A rejection is no answer. */
export type Answering = (request: unknown) => Promise<unknown>;

/**
 * Why nothing is to be asked at the path, as a sentence; undefined if there is a socket of this user, or nothing. Another
 * user's process cannot be there: the folder is this user's alone.
 */
export async function socketProblem(path: string): Promise<string | undefined> {
  const problem = folderProblem(dirname(path));
  if (problem !== undefined) return problem;
  const user = process.geteuid?.();
  try {
    const stats = await lstat(path);
    const isOwn = stats.isSocket() && (user === undefined || stats.uid === user);
    return isOwn ? undefined : `${path} is in the way: it is not a socket of yours. Remove it.`;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : `${path} cannot be used: ${reasonOf(error)}.`;
  }
}

// Asking.

/** The owner's answer; undefined if there is none within so many milliseconds, for whatever reason. */
export async function ask(path: string, request: unknown, ms: number): Promise<unknown> {
  if ((await socketProblem(path)) !== undefined) return undefined;
  return new Promise((resolve) => {
    const line = connect(path);
    const cancel = systemClock.after(ms, () => line.destroy());
    const parts: Buffer[] = [];
    let length = 0;
    line.on("error", () => undefined);
    line.on("data", (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > longestAnswer) line.destroy();
    });
    line.once("connect", () => line.write(`${JSON.stringify(request)}\n`));
    line.once("close", () => {
      cancel();
      resolve(parsed(Buffer.concat(parts).toString("utf8")));
    });
  });
}

/** Undefined if it is not one whole line. */
function parsed(text: string): unknown {
  if (!text.endsWith("\n")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Owning.

export type OwnerPorts = {
  readonly log: Log;
  /** This program answers from now on. */
  readonly owning?: () => void;
  /** Another one does from now on, because it wants to; absent: this one does not yield. */
  readonly yielding?: () => void;
};

export type Ownership = {
  /** Resolves when the path is as at the beginning, or another owner's. */
  readonly end: () => Promise<void>;
};

/**
 * Answers at the path from now on, or from the moment at which whoever does now ends, or yields. What prevents it is logged, and
 * costs nothing else.
 */
export function ownSocket(
  path: string,
  answer: Answering,
  { log, owning = () => {}, yielding }: OwnerPorts,
): Ownership {
  let isEnded = false;
  let server: Server | undefined;
  let other: OtherOwner | undefined;
  let forget = () => {};
  let againMs = 0;
  const connections = new Set<Socket>();
  const yieldNow = () => {
    const yielded = server;
    if (yielded === undefined) return;
    server = undefined;
    yielding?.();
    // The other one takes it before this one asks whose it is.
    const again = () => {
      forget = systemClock.after(yieldedMs, begin);
    };
    void closed(yielded, connections).then(again);
  };
  const take = async () => {
    const give = yielding && yieldNow;
    const listen = () => listening(path, connections, answer, give);
    const taken = await takenOr(path, give ? waiting : claiming, listen);
    if (isEnded) return taken.kind === "owned" ? closed(taken.server, connections) : undefined;
    if (taken.kind === "problem") {
      log.warn("Other programs cannot ask this weir.", { reason: taken.sentence });
    } else if (taken.kind === "owned") {
      server = taken.server;
      owning();
    } else {
      other = taken.other;
      void other.closed.then((couldWait) => {
        againMs = couldWait ? 0 : Math.min(longestAgainMs, againMs * 2 + shortestAgainMs);
        forget = systemClock.after(againMs, begin);
      });
    }
  };
  const begin = () => {
    if (isEnded) return;
    taking = take().catch((error) =>
      log.warn("Other programs cannot ask this weir.", { reason: reasonOf(error) }),
    );
  };
  let taking: Promise<void> = Promise.resolve();
  begin();
  return {
    end: async () => {
      isEnded = true;
      forget();
      other?.leave();
      await taking;
      if (server !== undefined) await closed(server, connections);
    },
  };
}

const yieldedMs = 500;

/** An owner that accepts no more who wait is tried again after a while. */
const shortestAgainMs = 100;
const longestAgainMs = 30_000;

type Taken =
  | { readonly kind: "owned"; readonly server: Server }
  /** Answers there. */
  | { readonly kind: "other"; readonly other: OtherOwner }
  | { readonly kind: "problem"; readonly sentence: string };

/** One program at a time, because removing the socket of a killed program must not remove that of another which was faster. */
async function takenOr(path: string, wish: string, listen: () => Promise<Server>): Promise<Taken> {
  const inWay = preparePrivateFolder(dirname(path)) ?? (await socketProblem(path));
  if (inWay !== undefined) return { kind: "problem", sentence: inWay };
  return whileLocked(`${path}.lock`, systemClock, async () => {
    const other = await connected(path, wish);
    if (other !== undefined) return { kind: "other", other };
    await rm(path, { force: true });
    return { kind: "owned", server: await listen() };
  });
}

type OtherOwner = {
  readonly leave: () => void;
  /** Resolves when it has ended or refused, with whether this program could wait. */
  readonly closed: Promise<boolean>;
};

/** Undefined if nobody listens there. */
function connected(path: string, wish: string): Promise<OtherOwner | undefined> {
  return new Promise((resolve) => {
    const line = connect(path);
    let couldWait = false;
    line.unref();
    line.on("error", () => resolve(undefined));
    // Reading it tells its end, too.
    line.on("data", () => {
      couldWait = true;
    });
    const closed = new Promise<boolean>((ended) => line.once("close", () => ended(couldWait)));
    line.once("connect", () => {
      line.write(`${JSON.stringify(wish)}\n`);
      resolve({ leave: () => void line.destroy(), closed });
    });
  });
}

async function listening(
  path: string,
  connections: Set<Socket>,
  answer: Answering,
  give: (() => void) | undefined,
): Promise<Server> {
  const waiters = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (line) => {
    connections.add(line);
    line.unref();
    line.on("error", () => line.destroy());
    line.once("close", () => {
      connections.delete(line);
      waiters.delete(line);
    });
    const wait = () => waiters.size < mostWaiting && waiters.add(line);
    void serve(line, answer, wait, give ?? wait);
  });
  server.maxConnections = mostConnections;
  await listenAlone(server, path);
  server.on("error", () => undefined);
  return server;
}

/** Listens at a socket of the user's alone, which does not keep the program running. */
export async function listenAlone(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  server.unref();
  await chmod(path, 0o600);
}

/** One request, and its answer. `wait` keeps the connection until this program ends, unless too many wait. */
async function serve(
  line: Socket,
  answer: Answering,
  wait: () => unknown,
  give: () => unknown,
): Promise<void> {
  const destroy = () => void line.destroy();
  const within = (ms: number) => {
    const cancel = systemClock.after(ms, destroy);
    line.once("close", cancel);
    return cancel;
  };
  const cancel = within(patienceMs);
  const request = await requestOf(line);
  cancel();
  // Whoever says more is no weir.
  line.on("data", destroy);
  const wish = request === waiting ? wait : give;
  if (request === waiting || request === claiming) {
    if (!wish()) return destroy();
    line.write(`${JSON.stringify(waiting)}\n`);
    return void line.once("end", destroy);
  }
  if (request === undefined) return destroy();
  const stopWaiting = within(longestWorkMs);
  try {
    const value = await answer(request);
    stopWaiting();
    within(patienceMs);
    line.end(`${JSON.stringify(value)}\n`);
  } catch {
    destroy();
  }
}

/** Undefined if it is not one whole line, or too long. */
function requestOf(line: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = (request: unknown) => {
      line.off("data", take);
      resolve(request);
    };
    const take = (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > longestRequest) end(undefined);
      else if (part.includes("\n")) end(parsed(Buffer.concat(parts).toString("utf8")));
    };
    line.on("data", take);
    line.once("end", () => end(undefined));
    line.once("close", () => end(undefined));
  });
}

/** The system removes the socket from the folder when its server closes. */
function closed(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const line of connections) line.destroy();
  });
}
