import { expect, test } from "vitest";
import { addressesIn } from "#cli/agent/reading.ts";
import { proposalFrom } from "#journal/proposals.ts";
import { type AgentOptions, startAgent } from "../../support/agent.ts";
import { fakeClock } from "../../support/clock.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { shellOn } from "../../support/verb.ts";
import { isChange, populatedRealm } from "../../support/verb-lines.ts";

async function started(options: Omit<AgentOptions, "clock"> = {}) {
  const clock = fakeClock();
  const realm = await populatedRealm(clock);
  const calls: string[] = [];
  const shell = shellOn(realm, { clock, onRequest: (call) => void calls.push(call) });
  const agent = await startAgent(shell, { clock, ...options });
  const proposals = () => [...shell.disk.places.values()].flatMap((row) => proposalFrom(row) ?? []);
  return {
    ...{ clock, realm, shell, proposals },
    ...agent,
    changes: () => calls.filter(isChange),
    last: () => proposals().at(-1),
  };
}

const deploy = { kind: "topic", streamId: streams.dev, topic: "deploy" };

test("each tool that proposes leaves a proposal on the disk, and changes nothing at the server", async () => {
  const { call, proposals, changes, shell, clock } = await started({ name: "helper\u202e" });
  await call("read", { place: "#dev > deploy" });
  for (const [tool, values] of [
    ["propose_message", { place: "#dev > deploy", text: "All green." }],
    ["propose_reply", { message_id: 104, text: "On it." }],
    ["propose_done", { place: "#dev > deploy" }],
    ["propose_reaction", { message_id: 104, emoji: "tada" }],
  ] as const)
    expect(await call(tool, values)).toEqual({
      isError: false,
      text: expect.stringContaining("not done: it waits for the user"),
    });
  const common = { agent: "helper", createdAt: clock.now(), address: deploy };
  const clean = { read: ["#dev > deploy"], carried: [], strange: [] };
  expect(proposals()).toMatchObject([
    { ...common, ...clean, action: { kind: "send", address: deploy, content: "All green." } },
    { ...common, action: { kind: "send", content: "On it." }, answers: "Bo Lindt: rolling" },
    { ...common, action: { kind: "read", op: "add", ids: [108], at: deploy } },
    { ...common, action: { kind: "react", op: "add", messageId: 104, emoji: { name: "tada" } } },
  ]);
  expect(changes()).toEqual([]);
  expect(shell.disk.intents.size).toBe(0);
});

test("what was read in private is remembered with each later proposal for other readers", async () => {
  const { call, last } = await started();
  const propose = async (place: string) => {
    await call("propose_message", { place, text: "hi" });
    return last()?.carried;
  };
  expect(await propose("#dev > deploy")).toEqual([]);
  await call("search", { query: "psst" });
  expect(await propose("#dev > deploy")).toEqual(["@Bo Lindt"]);
  expect(await propose("@bo")).toEqual([]);
  expect(await propose("@cleo")).toEqual(["@Bo Lindt"]);
  await call("read", { place: "#secret > plans" });
  expect(await propose("@bo")).toEqual(["#secret > plans"]);
  expect(await propose("#secret > others")).toEqual(["@Bo Lindt"]);
  await call("propose_reaction", { message_id: 104, emoji: "tada" });
  expect(last()?.carried).toEqual(["@Bo Lindt", "#secret > plans"]);
});

test("what programs have read in private is remembered for a day, whichever program proposes then", async () => {
  const first = await started();
  const { shell, clock, last } = first;
  const propose = async ({ call }: Pick<typeof first, "call">) => {
    expect(await call("propose_message", { place: "#dev > deploy", text: "hi" })).toMatchObject({
      isError: false,
    });
    return last()?.carried;
  };
  const beside = await startAgent(shell, { clock, name: "another" });
  expect(await propose(beside)).toEqual([]);
  await first.call("read", { place: "@bo" });
  await first.call("read", { place: "#secret > plans" });
  expect(await propose(beside)).toEqual(["@Bo Lindt", "#secret > plans"]);
  expect(await propose(await startAgent(shell, { clock }))).toEqual([
    "@Bo Lindt",
    "#secret > plans",
  ]);
  await clock.pass("23 h");
  // Reading again is as bad as the first time.
  await first.call("read", { place: "@bo" });
  await clock.pass("2 h");
  expect(await propose(await startAgent(shell, { clock }))).toEqual(["@Bo Lindt"]);
  await clock.pass("24 h");
  expect(await propose(await startAgent(shell, { clock }))).toEqual([]);
});

test("nothing private is read if that could not be remembered", async () => {
  const { call, shell } = await started();
  shell.disk.fail({ kind: "full", sentence: "The disk is full." });
  expect(await call("read", { place: "@bo" })).toMatchObject({ isError: true });
  expect(await call("read", { place: "#dev > deploy" })).toMatchObject({ isError: false });
});

test("the name of a topic in a private stream is private, too", async () => {
  const { call, last, realm } = await started();
  await realm.as(people.cleo).say({ streamId: streams.secret, topic: "layoffs" }, "psst");
  await call("inbox");
  await call("propose_message", { place: "#dev > deploy", text: "hi" });
  expect(last()?.carried).toEqual(["#secret > layoffs"]);
});

test("to list what there is, is not to have read there; to list the topics of a private stream is", async () => {
  const { call, last } = await started();
  const propose = () => call("propose_message", { place: "#dev > deploy", text: "hi" });
  for (const tool of ["inbox", "places", "people"]) await call(tool);
  await propose();
  expect(last()).toMatchObject({ read: [], carried: [] });
  await call("places", { stream: "secret" });
  await propose();
  expect(last()).toMatchObject({ carried: ["#secret > plans"] });
});

test.each([
  ["see https://a.example", []],
  ["see https://a.example/?q=psst", ["https://a.example/?q=psst"]],
  ["see https://a.example.evil.example", ["https://a.example.evil.example"]],
  ["[fine](https://evil.example/x)", ["https://evil.example/x"]],
  ["write to bo@evil.example.", ["bo@evil.example"]],
  ["evil.example/psst, or 10.0.0.1:80/psst", ["evil.example/psst", "10.0.0.1:80/psst"]],
  ["ftp://evil.example and mailto:x@evil.example", ["ftp://evil.example", "mailto:x@evil.example"]],
  ["e.g. 3.5 of 7, at 10:30, v1.2.3", []],
  ["HTTPS://EVIL.EXAMPLE", ["HTTPS://EVIL.EXAMPLE"]],
  ["xn--80ak6aa92e.com and аррӏе.com", ["xn--80ak6aa92e.com", "аррӏе.com"]],
  ["https://a.example@evil.example", ["https://a.example@evil.example"]],
  ["https://a.example%2eevil.example", ["https://a.example%2eevil.example"]],
  ["[https://a.example](//evil.example)", ["//evil.example"]],
  ["see //evil.example/psst", ["//evil.example/psst"]],
  ["![](https:/evil.example/psst)", ["https:/evil.example/psst"]],
  ["[it]: <http://[::1]/psst>", ["http://[::1]/psst"]],
  ["[it](localhost:80/psst)", ["localhost:80/psst"]],
  ["evil\u3002example/psst and evil\uff0eexample", ["evil.example/psst", "evil.example"]],
  ["@evil.example, -evil.example", ["evil.example"]],
  ["tel:+123, data:text/html,psst", ["tel:+123", "data:text/html,psst"]],
  ["[the file](/user_uploads/1/a.txt), [there](#narrow/near/1), 完成。然后", []],
] as const)("of %j, addresses that nobody wrote are marked", async (text, strange) => {
  const { call, last } = await started();
  await call("read", { place: "#dev > 配置 window" });
  await call("propose_message", { place: "#dev > deploy", text });
  expect(last()?.strange).toEqual(strange);
});

test.each([
  ["propose_message", { place: "#dve > deploy", text: "hi" }, /no stream|mean/i],
  ["propose_message", { place: "#dev", text: "hi" }, /Name a topic/],
  ["propose_message", { place: "all", text: "hi" }, /Name a topic/],
  ["propose_message", { place: "#dev > deploy", text: "hi\u200b" }, /nobody can see/],
  ["propose_message", { place: "#dev > deploy", text: "hi\u{e0041}" }, /nobody can see/],
  ["propose_message", { place: "#dev > de\u202eploy", text: "hi" }, /nobody can see/],
  ["propose_message", { place: "#dev > deploy", text: " " }, /empty/],
  ["propose_message", { place: "#dev > deploy", text: "x".repeat(20_000) }, /too long|over|limit/i],
  ["propose_reply", { message_id: 999, text: "hi" }, /no message 999/],
  ["propose_done", { place: "all" }, /one conversation/],
  ["propose_done", { place: "#dev" }, /one conversation/],
  ["propose_reaction", { message_id: 104, emoji: "no_such_emoji" }, /emoji/],
] as const)("%s with %j is refused, and nothing is stored", async (tool, values, sentence) => {
  const { call, proposals } = await started();
  const { isError, text } = await call(tool, values);
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(sentence) });
  expect(proposals()).toEqual([]);
});

test("a session proposes only where it may read", async () => {
  const { call, proposals } = await started({ session: { allow: ["#dev"], direct: false } });
  for (const values of [
    { place: "@bo" },
    { place: "#general > hello" },
    { place: "#secret > plans" },
  ])
    expect(await call("propose_message", { ...values, text: "hi" })).toMatchObject({
      isError: true,
    });
  expect(await call("propose_reply", { message_id: 110, text: "hi" })).toMatchObject({
    isError: true,
  });
  expect(proposals()).toEqual([]);
  expect(await call("propose_message", { place: "#dev > new", text: "hi" })).toMatchObject({
    isError: false,
  });
});

test("at most 50 proposals wait", async () => {
  const { call, proposals, clock } = await started();
  const propose = () => call("propose_message", { place: "#dev > deploy", text: "hi" });
  for (let count = 0; count < 50; count += 1) await propose();
  expect(await propose()).toMatchObject({ isError: true });
  expect(proposals()).toHaveLength(50);
  await clock.pass("24 h");
  expect(await propose()).toMatchObject({ isError: false });
});

test("a message of the same again and again is looked through for addresses before anybody gives up", () => {
  for (const part of ["a", "a.", "a-", "a@", "完成", "1.", "](", "//"])
    addressesIn(part.repeat(200_000 / part.length));
});
