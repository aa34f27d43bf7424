/** A realm in a process of its own, as `weir realm` serves it: it can be asked, hurt, stopped and started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { request } from "undici";
import { onTestFinished } from "vitest";
import type { Fault } from "#wire/control.ts";
import { compiled, weir } from "./program.ts";

const [node = "", ...program] = weir;

export type Wish = {
  readonly seed?: "demo" | "empty" | "big";
  /** A file that keeps what happens over restarts. */
  readonly state?: string;
  /** Nobody lives there unless this is true. */
  readonly residents?: boolean;
  /** Its disk takes files of so many blocks and no more. */
  readonly blocks?: number;
  /** How many times as fast its time passes. */
  readonly rate?: number;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Body = Readonly<Record<string, any>>;

/** An account of the realm, and what its owner does with another client. */
export type Correspondent = {
  readonly id: number;
  /** What makes weir sign in as this person. */
  readonly environment: Readonly<Record<string, string>>;
  readonly get: (path: string, parameters?: Body) => Promise<Body>;
  readonly post: (path: string, parameters?: Body) => Promise<Body>;
  readonly patch: (path: string, parameters?: Body) => Promise<Body>;
  readonly delete: (path: string, parameters?: Body) => Promise<Body>;
  /** Sends to a topic (`stream > topic`) or to people; gives the message's ID. */
  readonly says: (to: string | readonly number[], content: string) => Promise<number>;
  /** The texts of a topic, oldest first. */
  readonly reads: (topic: string) => Promise<readonly string[]>;
  /** IDs of everything unread, ascending. */
  readonly unread: () => Promise<readonly number[]>;
};

export type RealmProcess = {
  readonly url: string;
  /** By the beginning of their name. */
  readonly as: (name: string) => Correspondent;
  readonly fault: (fault: Fault) => Promise<void>;
  readonly expireQueues: () => Promise<void>;
  readonly stops: () => Promise<void>;
  /** Without a chance to write anything. */
  readonly isKilled: () => Promise<void>;
  /** On the same port, with what its state file kept. */
  readonly startsAgain: (wish?: Wish) => Promise<void>;
};

type Account = {
  readonly email: string;
  readonly full_name: string;
  readonly user_id: number;
  readonly api_key: string;
};
type Announced = {
  readonly url: string;
  readonly accounts: readonly Account[];
  readonly control: string;
};
type Running = { readonly child: ChildProcess; readonly announced: Announced };

async function launch(
  { seed = "demo", state, blocks, rate = 1 }: Wish,
  port: string,
): Promise<Running> {
  const argv = [
    "realm",
    "--seed",
    seed,
    "--port",
    port,
    "--json",
    "--no-rate-limit",
    "--no-residents",
  ];
  const kept = state === undefined ? [] : ["--state", state];
  const command = [node, ...program, ...argv, ...kept];
  // The signal that tells of the limit would end the program before it meets the error of a full disk.
  const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
  const [file = "", ...rest] =
    blocks === undefined ? command : ["/bin/sh", "-c", limited, "sh", ...command];
  const child = spawn(file, rest, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, WEIR_CLOCK_RATE: String(rate) },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).once("line", resolve);
  child.once("exit", () => reject(new Error(`The realm ended: ${complaint}`)));
  return { child, announced: JSON.parse(await promise) };
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function ask(url: string, account: Account, method: Method, parameters: Body) {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const text = new URLSearchParams(pairs).toString();
  const { body } = await request(method === "GET" ? `${url}?${text}` : url, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${account.email}:${account.api_key}`)}`,
      "user-agent": "other-client/1",
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method === "GET" ? {} : { body: text }),
  });
  const answer = (await body.json()) as Body;
  if (answer["result"] !== "success") throw new Error(String(answer["msg"]));
  return answer;
}

function correspondent(site: () => string, account: Account): Correspondent {
  const call =
    (method: Method) =>
    (path: string, parameters: Body = {}) =>
      ask(`${site()}/api/v1${path}`, account, method, parameters);
  const [get, post] = [call("GET"), call("POST")];
  const all = (narrow: readonly Body[]) =>
    get("/messages", {
      anchor: "newest",
      num_before: 5000,
      num_after: 0,
      narrow,
      apply_markdown: false,
      client_gravatar: true,
    });
  return {
    id: account.user_id,
    environment: {
      WEIR_SITE: site(),
      WEIR_EMAIL: account.email,
      WEIR_API_KEY: account.api_key,
    },
    get,
    post,
    patch: call("PATCH"),
    delete: call("DELETE"),
    says: async (to, content) => {
      const [stream = "", topic = ""] = typeof to === "string" ? to.split(" > ") : [];
      const address =
        typeof to === "string" ? { type: "stream", to: stream, topic } : { type: "direct", to };
      return (await post("/messages", { ...address, content }))["id"];
    },
    reads: async (place) => {
      const [stream, topic] = place.split(" > ");
      const narrow = [
        { operator: "stream", operand: stream },
        { operator: "topic", operand: topic },
      ];
      return (await all(narrow))["messages"].map(({ content }: Body) => content);
    },
    unread: async () => {
      const narrow = [{ operator: "is", operand: "unread" }];
      return (await all(narrow))["messages"].map(({ id }: Body) => id);
    },
  };
}

/** Ends with the test. */
export async function startRealm(wish: Wish = {}): Promise<RealmProcess> {
  let running = await launch(wish, "0");
  const { url, accounts } = running.announced;
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running;
    child.removeAllListeners("exit");
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  };
  onTestFinished(() => end("SIGKILL"));
  const command = async (name: string, body: Body) => {
    const { statusCode, body: answer } = await request(`${running.announced.control}/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (statusCode !== 200) throw new Error(await answer.text());
    await answer.dump();
  };
  return {
    url,
    as: (name) => {
      const account = accounts.find((each) => each.full_name.startsWith(name));
      if (account === undefined) throw new RangeError(`Nobody is called ${name}.`);
      return correspondent(() => url, account);
    },
    fault: (fault) => command("fault", fault),
    expireQueues: () => command("expire-queues", {}),
    stops: () => end("SIGTERM"),
    isKilled: () => end("SIGKILL"),
    startsAgain: async (now = wish) => {
      running = await launch(now, new URL(url).port);
    },
  };
}
