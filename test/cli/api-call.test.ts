/** `weir api` with prepared answers: requests, output, notes and exit codes. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { chunksOf } from "#api/multipart.ts";
import { TransportError } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { sha256 } from "#base/sha256.ts";
import { describedCall, fileUse, makeCall, parseCall } from "#cli/api-call.ts";
import { readFields } from "#cli/api-fields.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Realm } from "#realm/realm.ts";
import { editMessage } from "#wire/endpoints/messages.ts";
import { json, type Prepared, prepared, success } from "../support/answers.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const settings = success({ svc_feature_level: 278 });

type Run = {
  readonly call: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly answers: readonly Prepared[];
  readonly isTerminal?: boolean;
  readonly asJson?: boolean;
};

async function run({ call, fields = {}, answers, isTerminal = false, asJson = false }: Run) {
  const [method = "", path = ""] = call.split(" ");
  const { connection, requests } = prepared(...answers);
  const printed: string[] = [];
  const notes: string[] = [];
  const texts = Object.entries(fields).map(([name, text]) => [name, [text]] as const);
  const ports = {
    connection,
    fields: new Map(texts),
    isTerminal,
    asJson,
    print: (text: string) => void printed.push(text),
    say: (sentence: string) => void notes.push(sentence),
  };
  let exit: Exit | undefined;
  try {
    await makeCall(parseCall(method, path), ports);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    exit = error;
  }
  return { requests, printed, notes, exit };
}

test("a call is encoded by its declaration and its answer printed in one line", async () => {
  const { requests, printed, exit } = await run({
    call: "PATCH /streams/9",
    fields: { description: "x", message_retention_days: "unlimited" },
    answers: [settings, success()],
  });
  expect(requests[1]).toMatchObject({
    method: "PATCH",
    url: "https://chat.test/api/v1/streams/9",
    body: "description=x&message_retention_days=%22unlimited%22",
  });
  expect(printed).toEqual(['{"result":"success","msg":""}']);
  expect(exit).toBeUndefined();
});

test("a path can include the API root and query parameters", async () => {
  const { requests } = await run({
    call: "GET /api/v1/messages?anchor=newest&num_before=1",
    fields: { num_after: "0" },
    answers: [settings, success({ anchor: 1, messages: [] })],
  });
  expect(requests[1]?.url).toBe(
    "https://chat.test/api/v1/messages?anchor=newest&num_before=1&num_after=0",
  );
});

test("on a terminal the answer is indented, without control sequences", async () => {
  const body = success({ full_name: "A\u001b[2J\u202eB", user_id: 1, email: "e" });
  const { printed } = await run({
    call: "GET /users/me",
    answers: [settings, body],
    isTerminal: true,
  });
  expect(printed[0]).toContain('\n  "full_name": "A\\u001b[2J\\u202eB"');
  const whole = await run({
    call: "GET /users/me",
    answers: [settings, body],
    isTerminal: true,
    asJson: true,
  });
  expect(whole.printed[0]).not.toContain("\n");
  expect(JSON.parse(whole.printed[0] ?? "")).toMatchObject({ full_name: "A\u001b[2J\u202eB" });
});

test("a call that was completed partially is repeated until it is complete", async () => {
  const { requests, printed, notes } = await run({
    call: "POST /mark_all_as_read",
    answers: [
      settings,
      success({ complete: false }),
      success({ complete: false }),
      success({ complete: true }),
    ],
  });
  expect(requests).toHaveLength(4);
  expect(notes).toEqual([
    "Not finished yet; continuing (1 so far).",
    "Not finished yet; continuing (2 so far).",
  ]);
  const [answer = "", ...more] = printed;
  expect([JSON.parse(answer), more]).toEqual([{ complete: true, result: "success", msg: "" }, []]);
});

test("a server of level 154 reports partial completion differently", async () => {
  const partial = json({ result: "partially_completed", msg: "", code: "REQUEST_TIMEOUT" });
  const { requests, exit } = await run({
    call: "POST /streams/9/delete_topic",
    fields: { topic_name: "t" },
    answers: [success({ svc_feature_level: 154 }), partial, success()],
  });
  expect(requests).toHaveLength(3);
  expect(exit).toBeUndefined();
});

test("a rejected call is exit code 1 with the server's message", async () => {
  const refusal = json({ result: "error", msg: "Invalid channel ID", code: "BAD_REQUEST" }, 400);
  const call = { call: "PATCH /streams/9", answers: [settings, refusal] };
  const { exit, printed } = await run(call);
  expect(exit).toMatchObject({ code: 1, message: "Invalid channel ID" });
  expect(printed).toEqual([]);
  const asJson = await run({ ...call, asJson: true });
  expect(asJson.printed).toEqual([
    '{"result":"error","msg":"Invalid channel ID","code":"BAD_REQUEST"}',
  ]);
});

test("an unreachable server is exit code 3, an invalid key 4", async () => {
  const gone = new TransportError("no", "connection refused");
  expect((await run({ call: "GET /users", answers: [gone] })).exit).toMatchObject({ code: 3 });
  const refused = json({ result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" }, 401);
  expect((await run({ call: "GET /users", answers: [settings, refused] })).exit).toMatchObject({
    code: 4,
    message: "Invalid API key. Sign in again with weir login.",
  });
});

test("a change without an answer is exit code 5, and is not repeated", async () => {
  const lost = new TransportError("maybe", "the connection was lost");
  const fields = { type: "direct", to: "[7]", content: "once" };
  const { exit, requests } = await run({
    call: "POST /messages",
    fields,
    answers: [settings, lost],
  });
  expect(requests).toHaveLength(2);
  expect(exit).toMatchObject({ code: 5, message: expect.stringMatching(/may have been made; it/) });
  const read = await run({ call: "GET /users", answers: [settings, lost] });
  expect(read.exit).toMatchObject({ code: 3 });
  const before = await run({ call: "POST /messages", fields, answers: [lost] });
  expect(before.exit).toMatchObject({ code: 3 });
});

test("a call that the server's level does not support is not made", async () => {
  const { exit, requests } = await run({
    call: "POST /user_topics",
    answers: [success({ svc_feature_level: 169 })],
  });
  expect(requests).toHaveLength(1);
  expect(exit).toMatchObject({
    code: 1,
    message: "POST /user_topics exists from level 170 on; this server has level 169.",
  });
});

test("ignored parameters are reported", async () => {
  const answer = success({ alert_words: [], ignored_parameters_unsupported: ["a", "b\u001b"] });
  const { notes } = await run({ call: "GET /users/me/alert_words", answers: [settings, answer] });
  expect(notes).toEqual(["The server ignored a, b␛."]);
});

test("a change of which the server ignored a part prints the answer and has a code of its own", async () => {
  const answer = success({ alert_words: [], ignored_parameters_unsupported: ["alert_words"] });
  const call = "POST /users/me/alert_words";
  const { exit, printed } = await run({
    call,
    fields: { alert_words: '["a"]' },
    answers: [settings, answer],
  });
  expect(printed.join("")).toContain('"ignored_parameters_unsupported":["alert_words"]');
  expect(exit).toMatchObject({
    code: 7,
    message: "Not saved, because this server does not support it: alert words.",
  });
});

test("a call that requires a file is rejected without one before anything is sent", async () => {
  const { requests, exit } = await run({ call: "POST /user_uploads", answers: [] });
  expect(requests).toEqual([]);
  expect(exit).toMatchObject({
    code: 2,
    message: "POST /user_uploads takes a file: -f file=@PATH.",
  });
});

test.each([
  [
    "POST /calls/a%2Fb/create",
    { meeting: "/ping", depth: "[1]" },
    "meeting=%2Fping&depth=%5B1%5D",
    "POST /calls/a%2Fb/create is not declared; sending it as is.",
  ],
  [
    "DELETE /users/me",
    {},
    "",
    "DELETE /users/me is not declared; sending it as is. Declared there: GET.",
  ],
  [
    "PATCH /realm/profile_field",
    {},
    "",
    "PATCH /realm/profile_field is not declared; sending it as is. Did you mean /realm/profile_fields?",
  ],
  [
    "POST /typing",
    { op: "start", to: "[8]", tpye: "direct" },
    "op=start&to=%5B8%5D&tpye=direct",
    "POST /typing has no parameter tpye; sending it anyway. Did you mean type?",
  ],
])("%s with %j is sent unchanged, with a note", async (call, fields, body, note) => {
  const { requests, notes } = await run({ call, fields, answers: [settings, success()] });
  const [method, path] = call.split(" ");
  expect(requests[1]).toMatchObject({ method, url: `https://chat.test/api/v1${path}` });
  expect(requests[1]?.body).toBe(body);
  expect(notes).toEqual([note]);
});

test.each([
  ["FETCH /users", 'The method must be GET, POST, PATCH or DELETE, not "FETCH".'],
  ["GET /users/%", '"/users/%" is not a path.'],
])("%s is a usage error", (call, sentence) => {
  const [method = "", path = ""] = call.split(" ");
  expect(() => parseCall(method, path)).toThrow(sentence);
});

/** Makes calls to a realm in sequence; returns the last answer. */
async function against(realm: Realm, ...calls: readonly (readonly [string, ...string[]])[]) {
  const { email, api_key: key } = realm.accounts[0]!;
  const connection = createConnection({
    site: "http://realm.test",
    credentials: { email, key },
    send: networkTo(realm).send,
    clock: fakeClock(),
    log: silent,
    userAgent: "weir/test",
  });
  let last: unknown;
  for (const [call, ...written] of calls) {
    const [method = "", path = ""] = call.split(" ");
    const parsed = parseCall(method, path);
    const sources = {
      openFile: async (path: string) => {
        const bytes = new TextEncoder().encode(`bytes of ${path}`);
        return { name: basename(path), ...chunksOf(bytes) };
      },
      readInput: async () => new Uint8Array(),
    };
    const fields = await readFields(written, sources, fileUse(parsed));
    await makeCall(parsed, {
      connection,
      ...fields,
      isTerminal: false,
      asJson: false,
      print: (text) => {
        last = JSON.parse(text);
      },
      say: () => undefined,
    });
  }
  return last;
}

test("a file is uploaded under its name", async () => {
  const { realm } = startRealm();
  const answer = await against(
    realm,
    ["POST /user_uploads", "file=@some/report.pdf"],
    ["GET /attachments"],
  );
  expect(answer).toMatchObject({
    attachments: [{ name: "report.pdf", size: "bytes of some/report.pdf".length }],
  });
  const [file] = realm.control.server.state.files.byId.values();
  expect(file?.type).toBe("application/pdf");
});

test("a single user ID is accepted as recipient", async () => {
  const { realm } = startRealm();
  const send = ["POST /messages", "type=direct", "content=psst", `to=${people.bo}`] as const;
  expect(await against(realm, [...send])).toMatchObject({ result: "success" });
  const newest = [...realm.control.server.state.messages.byId.values()].at(-1);
  expect(newest?.participants).toEqual([people.ana, people.bo]);
});

test("streams are left by name, and unsubscribing others requires permission", async () => {
  const { realm } = startRealm();
  expect(
    await against(realm, ["DELETE /users/me/subscriptions", "subscriptions=dev"]),
  ).toMatchObject({ removed: ["dev"], not_removed: [] });
  const again = ["DELETE /users/me/subscriptions", "subscriptions=dev", "subscriptions=general"];
  expect(await against(realm, again as [string, ...string[]])).toMatchObject({
    removed: ["general"],
    not_removed: ["dev"],
  });
  const others = against(realm, [
    "DELETE /users/me/subscriptions",
    "subscriptions=secret",
    `principals=${people.cleo}`,
  ]);
  await expect(others).rejects.toMatchObject({ message: "Insufficient permission", code: 1 });
});

test("a call can be described by its listed path or one with values", () => {
  for (const { endpoint } of [
    { endpoint: "PATCH /streams/{stream_id}" },
    { endpoint: "DELETE /users/{user_id}" },
    { endpoint: "POST /streams/{stream_id}/delete_topic" },
  ]) {
    const { method, path } = describedCall(endpoint);
    expect(`${method} ${path}`).toBe(endpoint);
  }
  expect(describedCall("patch streams/7").path).toBe("/streams/{stream_id}");
});

test.each([
  ["GET /streems", "Unknown call: GET /streems. Did you mean /streams?"],
  ["GET /nowhere/at/all", "Unknown call: GET /nowhere/at/all. weir api --list shows all calls."],
  [
    "POST /streams/{stream_id}",
    "Unknown call: POST /streams/{stream_id}. Declared there: DELETE, GET, PATCH.",
  ],
  ["PUT /streams", 'The method must be GET, POST, PATCH or DELETE, not "PUT".'],
])("%s cannot be described: %s", (call, sentence) => {
  expect(() => describedCall(call)).toThrow(sentence);
});

test.each([
  ["/streams/{stream_id}", "Replace {stream_id}, such as PATCH /streams/7."],
  ["/users/{user_id}", "Replace {user_id}, such as PATCH /users/7."],
])("a path with unfilled placeholders is not sent: %s", (path, sentence) => {
  expect(() => parseCall("PATCH", path)).toThrow(sentence);
});

test("an edit that says what it replaces is refused by servers that compare if that is another text by now", async () => {
  const { since = 0 } = editMessage.parameters.prev_content_sha256;
  const edit = async (level: number, was: string) => {
    const { realm, as } = startRealm({ level });
    const id = await as(people.ana).say({ streamId: 2, topic: "deploy" }, "now");
    const fields = ["content=mine", `prev_content_sha256=${sha256(was)}`] as const;
    const refusal: unknown = await against(realm, [`PATCH /messages/${id}`, ...fields]).then(
      () => undefined,
      (exit: Exit) => [exit.code, exit.message],
    );
    return [refusal, realm.control.server.state.messages.byId.get(id)?.content];
  };
  const sentence = "'prev_content_sha256' value does not match the expected value.";
  expect(await edit(since, "before")).toEqual([[1, sentence], "now"]);
  expect(await edit(since, "now")).toEqual([undefined, "mine"]);
  expect(await edit(since - 1, "now")).toEqual([[2, expect.stringContaining("379")], "now"]);
});
