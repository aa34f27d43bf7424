/** What may answer instead of the server × what is asked of it: what is said, and whether it counts as sent. */
import { expect, test } from "vitest";
import type { HttpAnswer, Send } from "#api/transport.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { deploy, startSmall } from "../support/small-client.ts";
import { shellOn } from "../support/verb.ts";
import { isChange, populatedRealm } from "../support/verb-lines.ts";

const page = "<html><body>Blocked</body></html>";
const foreign = '{"error":"no"}';
const refused = '{"result":"error","msg":"No such thing.","code":"BAD_REQUEST"}';

type Row = readonly [status: number, text: string, said: string, sent: "no" | "maybe"];

/** `maybe`: it is not known whether the server has done it. */
const answers: readonly Row[] = [
  [400, refused, "No such thing.", "no"],
  [400, page, "The server refused this without a reason (status 400).", "no"],
  [401, page, "Something before the server wants a sign-in of its own (status 401).", "no"],
  [403, page, "Something before the server does not permit this (status 403).", "no"],
  [403, foreign, "Something before the server does not permit this (status 403).", "no"],
  [404, page, "The server has nothing at this address (status 404).", "no"],
  [404, "", "The server has nothing at this address (status 404).", "no"],
  [405, page, "Something before the server does not permit this (status 405).", "no"],
  [407, page, "The proxy wants a name and a password (status 407).", "no"],
  [413, page, "This is too large for the server (status 413).", "no"],
  [418, foreign, "The server refused this without a reason (status 418).", "no"],
  [200, page, "The server answered with a web page (status 200).", "maybe"],
  [500, page, "The server failed (status 500).", "maybe"],
  [502, "", "The server failed (status 502).", "maybe"],
];

const change = (call: string, send: Send, answer: HttpAnswer): Send => {
  return async (request, signal) => {
    const path = new URL(request.url).pathname.replace("/api/v1", "");
    if (!isChange(`${request.method} ${path}`) || !path.startsWith(call))
      return send(request, signal);
    // As a proxy does that has read all of it.
    if (typeof request.body === "object") for await (const _ of request.body);
    return answer;
  };
};

const verbs = [
  ["send", "/messages", ["send", "#dev > deploy", "text"]],
  ["star", "/messages/flags", ["star", "104"]],
  ["mute", "/users/me", ["mute", "#dev"]],
  ["upload", "/user_uploads", ["upload", "a.txt"]],
] as const;

test.each(answers.flatMap((row) => verbs.map((verb) => [row[0], verb[0], row, verb] as const)))(
  "the answer %i to weir %s",
  async (_, __, [status, text, said, sent], [___, call, argv]) => {
    const clock = fakeClock();
    const realm = await populatedRealm(clock);
    const send = change(call, networkTo(realm.realm).send, { status, headers: {}, text });
    const shell = shellOn(realm, { clock, send });
    shell.files.set("a.txt", new TextEncoder().encode("hello"));
    const { code, out, err } = await shell.run(argv);
    expect({ out, code }).toEqual({ out: "", code: sent === "no" ? 1 : 5 });
    expect(err).toContain(said);
    expect(err.includes("may have been made")).toBe(sent === "maybe");
    expect(shell.disk.intents.size).toBe(argv[0] === "send" && sent === "maybe" ? 1 : 0);
  },
);

/** A connected client whose requests below `call` are answered so from now on. */
async function answered(call: string, answer: Pick<HttpAnswer, "status"> & { text: string }) {
  let isAnswering = false;
  const over = (send: Send): Send => {
    const instead = change(call, send, { headers: {}, ...answer });
    return (request, signal) => (isAnswering ? instead : send)(request, signal);
  };
  const world = await startSmall({}, { over });
  isAnswering = true;
  return world;
}

const id = 104 as MessageId;

test.each(answers)(
  "the answer %i with %j to a message on the screen: %s",
  async (status, text, said, sent) => {
    const { client, clock, rows, intents } = await answered("/messages", { status, text });
    client.send(deploy, "hello");
    await clock.pass("2 s");
    const [intent] = intents();
    if (sent === "no") expect(intent).toMatchObject({ phase: "failed", reason: said });
    else expect(intent?.phase).not.toBe("failed");
    expect(rows().at(-1)).toMatch(sent === "no" ? /^hello \(failed\)$/ : /^hello \((?!failed)/);
  },
);

test.each(answers)(
  "the answer %i with %j to a star on the screen: %s",
  async (status, text, said, sent) => {
    const { addIntent, clock, open, store, toast } = await answered("/messages/flags", {
      status,
      text,
    });
    addIntent({ kind: "star", op: "add", ids: sorted([id]) });
    await clock.pass("2 s");
    const isStarred = get(store.getState().view.messages, id)?.starred;
    const isOpen = sent === "maybe";
    expect([isStarred, open()]).toEqual([isOpen, isOpen ? 1 : 0]);
    if (sent === "no") expect(toast()).toContain(said);
  },
);
