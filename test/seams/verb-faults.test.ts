/**
 * Every verb that changes something, against every fault: exit code 0 means that the server has it exactly once,
 * and any other code comes with a sentence.
 */
import { expect, test } from "vitest";
import { type HttpAnswer, type Send, TransportError } from "#api/transport.ts";
import type { Clock } from "#base/clock.ts";
import { exitCodes } from "#cli/exit-codes.ts";
import type { Verb } from "#cli/verb.ts";
import { json as answered } from "../support/answers.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { whileClockRuns } from "../support/realm.ts";
import { isStorm } from "../support/runs.ts";
import { shellOn } from "../support/verb.ts";
import {
  argvOf,
  changingVerbs,
  emailFor,
  isChange,
  populatedRealm,
} from "../support/verb-lines.ts";

/** One run's request. */
type Sent = {
  /** Its number among the requests that change something; 0: it changes nothing. */
  readonly nth: number;
  /** Of its parameters. */
  readonly names: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Lets the realm answer. */
  readonly pass: () => Promise<HttpAnswer>;
};

type Fault = {
  readonly answer: (sent: Sent) => Promise<HttpAnswer>;
  /** The exit codes without a time limit of the user's. */
  readonly codes: readonly number[];
  /** How often the server has the change then. */
  readonly times: 0 | 1;
  /** How long the verb takes at least. */
  readonly lastsMs?: number;
};

const { done, refused, unreachable, unconfirmed, unsaved } = exitCodes;
const limited = () =>
  answered({ result: "error", msg: "", code: "RATE_LIMIT_HIT", "retry-after": 30 }, 429);
const unavailable = (headers: Record<string, string> = {}): HttpAnswer => ({
  status: 503,
  headers,
  text: "<html>",
});
const lost = () => new TransportError("maybe", "the connection was lost");
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );

const faults: Readonly<Record<string, Fault>> = {
  "one rate limit": {
    answer: async ({ nth, pass }) => (nth === 1 ? limited() : pass()),
    codes: [done.code],
    times: 1,
    lastsMs: 30_000,
  },
  "a lasting rate limit": {
    answer: async ({ nth, pass }) => (nth > 0 ? limited() : pass()),
    codes: [refused.code],
    times: 0,
    lastsMs: 60_000,
  },
  "no request left": {
    answer: async ({ clock, pass }) => {
      const answer = await pass();
      const reset = String(clock.now() / 1000 + 40);
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
    codes: [done.code],
    times: 1,
    lastsMs: 40_000,
  },
  "a server error": {
    answer: async ({ nth, pass }) => (nth > 0 ? unavailable() : pass()),
    codes: [unconfirmed.code],
    times: 0,
  },
  "a stated outage before the change": {
    answer: async ({ nth, clock, pass }) =>
      nth === 0 && clock.elapsed() < 30_000 ? unavailable({ "retry-after": "30" }) : pass(),
    codes: [done.code],
    times: 1,
    lastsMs: 30_000,
  },
  "a lost answer": {
    answer: async ({ nth, pass }) => {
      const answer = await pass();
      if (nth > 0) throw lost();
      return answer;
    },
    codes: [unconfirmed.code],
    times: 1,
  },
  "a cut connection": {
    answer: async ({ nth, pass }) => {
      if (nth > 0) throw lost();
      return pass();
    },
    codes: [unconfirmed.code],
    times: 0,
  },
  "a refused connection": {
    answer: async ({ nth, pass }) => {
      if (nth > 0) throw new TransportError("no", "connection refused");
      return pass();
    },
    codes: [unreachable.code],
    times: 0,
  },
  "a silent server": {
    answer: async ({ nth, signal, pass }) => (nth > 0 ? never(signal) : pass()),
    codes: [unconfirmed.code],
    times: 0,
  },
  "a server that loses answers": {
    answer: async ({ nth, signal, pass }) => {
      const answer = await pass();
      return nth > 0 ? never(signal) : answer;
    },
    codes: [unconfirmed.code],
    times: 1,
  },
  "a slow server": {
    answer: async ({ clock, signal, pass }) => {
      await clock.sleep(9_000, signal);
      return pass();
    },
    codes: [done.code],
    times: 1,
  },
};

type Form = { readonly how: string; readonly argv: readonly string[]; readonly columns?: number };

const printed: readonly Form[] = [
  { how: "on a terminal", argv: [], columns: 80 },
  { how: "in a pipe", argv: [] },
  { how: "with --json", argv: ["--json"] },
];
const limitedTo20s: Form = { how: "with --timeout", argv: ["--timeout", "20"] };

/** How the verb runs into the fault: in a sample each verb is printed in each form, and each fault met by each. */
function formsFor(verb: number, fault: number): readonly Form[] {
  if (isStorm) return [...printed, limitedTo20s];
  return [...printed.filter((_, form) => (verb + fault) % printed.length === form), limitedTo20s];
}

/** Further command lines by verb. */
const more: Readonly<Record<string, readonly string[]>> = { done: ["done", "--all"] };

async function outcome(verb: Verb, argv: readonly string[], columns?: number, fault?: Fault) {
  const clock = fakeClock();
  const started = await populatedRealm(clock, verb);
  const { server } = started.realm.control;
  const changes: string[] = [];
  server.keep = (kept) => void changes.push(...kept.map(({ kind }) => kind));
  const network = networkTo(started.realm);
  let [requests, count] = [0, 0];
  const send: Send = async (request, signal) => {
    requests += 1;
    const path = new URL(request.url).pathname.replace("/api/v1", "");
    const nth = isChange(`${request.method} ${path}`) ? ++count : 0;
    const pass = () => network.send(request, signal);
    const form = typeof request.body === "string" ? request.body : "";
    const names = [...new URLSearchParams(form).keys()];
    return fault === undefined ? pass() : fault.answer({ nth, names, clock, signal, pass });
  };
  const options = { clock, send, email: emailFor(verb), ...(columns !== undefined && { columns }) };
  const shell = shellOn(started, options);
  shell.files.set("a.txt", new Uint8Array([104, 105]));
  const ran = await whileClockRuns(clock, shell.run(argv));
  return {
    ...ran,
    changes,
    requests,
    left: [...shell.disk.intents.values()],
    lasted: clock.elapsed(),
  };
}

type Outcome = Awaited<ReturnType<typeof outcome>>;

const lines = changingVerbs.flatMap((verb) =>
  [argvOf(verb), ...(more[verb.name] === undefined ? [] : [more[verb.name]!])].map((argv) => ({
    line: argv.join(" "),
    verb,
    argv,
  })),
);

/** Whatever happens: success means that the server has `whole`, and anything else is told. */
function expectHonest({ code, out, err, changes, left }: Outcome, whole: readonly string[]): void {
  if (code === done.code) {
    expect(changes).toEqual(whole);
    return;
  }
  expect([[], whole]).toContainEqual(changes);
  expect(out).toBe("");
  expect(err).toMatch(/weir: [^\n]+\.\n$/);
  // What is left in the outbox may have been sent.
  expect(left.length).toBeLessThanOrEqual(code === unconfirmed.code ? 1 : 0);
}

function expectAsListed(
  { code, changes, lasted, requests }: Outcome,
  { codes, times, lastsMs = 0 }: Fault,
  whole: readonly string[],
): void {
  expect(codes).toContain(code);
  expect(changes).toEqual(times === 1 ? whole : []);
  // Only an earlier answer can tell that no request is left.
  if (requests > 1) expect(lasted).toBeGreaterThanOrEqual(lastsMs);
}

test.for(lines.map((line, at) => ({ ...line, at })))("$line", async ({ verb, argv, at }) => {
  const { changes: whole } = await outcome(verb, argv);
  expect(whole).not.toEqual([]);
  for (const [nth, [what, fault]] of Object.entries(faults).entries())
    for (const { how, argv: own, columns } of formsFor(at, nth)) {
      const ran = await outcome(verb, [...argv, ...own], columns, fault);
      try {
        expectHonest(ran, whole);
        if (how !== "with --timeout") expectAsListed(ran, fault, whole);
      } catch (error) {
        throw new Error(`${what} ${how}: ${JSON.stringify(ran)}`, { cause: error });
      }
    }
});

test.for(lines)("$line is not done if the server has ignored it", async ({ verb, argv }) => {
  let ignored: readonly string[] = [];
  const ran = await outcome(verb, argv, 80, {
    answer: async ({ nth, names, pass }) => {
      const answer = await pass();
      if (nth === 0 || answer.status !== 200) return answer;
      ignored = [...ignored, ...names];
      const body = { ...JSON.parse(answer.text), ignored_parameters_unsupported: names };
      return { ...answer, text: JSON.stringify(body) };
    },
    codes: [],
    times: 1,
  });
  // What a request names in its path alone is not ignored.
  const expected = ignored.length === 0 ? done.code : unsaved.code;
  expect([ran.code, ran.code === unsaved.code ? ran.out : ""], ran.err).toEqual([expected, ""]);
});

test.each([
  ["streams edit", ["streams", "edit", "#dev", "--description", "All of it", "--pin"]],
  ["groups edit", ["groups", "edit", "crew", "--name", "rowers", "--members", "@don"]],
  ["settings edit", ["settings", "edit", "--timezone", "Europe/Berlin", "--alerts", "lunch"]],
])("if a later request of %s fails, it says what was done before", async (name, argv) => {
  const verb = changingVerbs.find((each) => each.name === name);
  if (verb === undefined) throw new Error(`There is no verb ${name}.`);
  const second = (answer: () => Promise<HttpAnswer>): Fault => ({
    answer: ({ nth, pass }) => (nth === 2 ? answer() : pass()),
    codes: [],
    times: 1,
  });
  const no = { result: "error", msg: "Not now", code: "BAD_REQUEST" };
  for (const fault of [
    second(async () => answered(no, 400)),
    second(() => Promise.reject(lost())),
  ]) {
    const { code, err, changes } = await outcome(verb, argv, undefined, fault);
    expect([code === done.code, changes.length > 0]).toEqual([false, true]);
    expect(err).toMatch(/ Done before: \w+s,? [^;()]+ \(\w+\)\.\n$/);
  }
});
