import fc from "fast-check";
import { expect, test } from "vitest";
import { createProtocol } from "#cli/agent/protocol.ts";
import { tools } from "#cli/agent/tools.ts";
import { fakeClock } from "../../support/clock.ts";

type Answer = Readonly<Record<string, unknown>>;

function started() {
  const clock = fakeClock();
  const answers: Answer[] = [];
  const called: (readonly [tool: string, agent: string])[] = [];
  const protocol = createProtocol({
    version: "1.2.3",
    clock,
    call: async ({ name }, _, agent) => {
      called.push([name, agent]);
      return { text: "said" };
    },
    report: (error) => {
      throw error;
    },
    write: (line) => void answers.push(JSON.parse(line)),
  });
  const ask = async (method: string, params?: unknown, id: unknown = 1) => {
    protocol.take(JSON.stringify({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) }));
    await protocol.settled();
    return answers.at(-1);
  };
  return { clock, answers, called, protocol, ask };
}

const prefix = "io.modelcontextprotocol/";
const meta = {
  [`${prefix}protocolVersion`]: "2026-07-28",
  [`${prefix}clientCapabilities`]: {},
  [`${prefix}clientInfo`]: { name: "  new\n one\u202e ", version: "1" },
};
const hello = { protocolVersion: "2025-11-25", clientInfo: { name: "old one", version: "1" } };

test("a client of the older generation begins with a handshake", async () => {
  const { ask, called, answers, protocol } = started();
  expect(await ask("tools/list")).toMatchObject({ error: { code: -32600 } });
  expect(await ask("initialize", hello)).toMatchObject({
    id: 1,
    result: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "weir", version: "1.2.3" },
    },
  });
  const { length } = answers;
  protocol.take('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  protocol.take('{"jsonrpc":"2.0","id":9,"result":{}}');
  expect(answers).toHaveLength(length);
  expect(await ask("ping")).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  const listed = await ask("tools/list", {}, "a");
  expect(listed).toMatchObject({
    id: "a",
    result: { tools: tools.map(({ name }) => ({ name })) },
  });
  expect(listed?.["result"]).not.toHaveProperty("ttlMs");
  expect(await ask("tools/call", { name: "inbox" })).toMatchObject({
    result: { content: [{ type: "text", text: "said" }] },
  });
  expect(called).toEqual([["inbox", "old one"]]);
});

test("of the older generation's versions, the newest is spoken if another one is asked for", async () => {
  const version = async (protocolVersion: string) =>
    (await started().ask("initialize", { ...hello, protocolVersion }))?.["result"];
  expect(await version("2025-06-18")).toMatchObject({ protocolVersion: "2025-06-18" });
  expect(await version("1900-01-01")).toMatchObject({ protocolVersion: "2025-11-25" });
});

test("a client of the newer generation names its version in each request", async () => {
  const { ask, called } = started();
  const result = { resultType: "complete", _meta: { [`${prefix}serverInfo`]: { name: "weir" } } };
  const life = { ttlMs: 3_600_000, cacheScope: "private" };
  expect(await ask("server/discover", { _meta: meta })).toMatchObject({
    result: { ...result, ...life, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
  });
  expect(await ask("tools/list", { _meta: meta })).toMatchObject({
    result: { ...result, ...life },
  });
  const said = await ask("tools/call", { _meta: meta, name: "inbox" });
  expect(said).toMatchObject({ result: { ...result, content: [{ text: "said" }] } });
  expect(said?.["result"]).not.toHaveProperty("ttlMs");
  expect(called).toEqual([["inbox", "new one"]]);
  for (const method of ["initialize", "ping", "resources/list", "constructor"])
    expect(await ask(method, { _meta: meta })).toMatchObject({ error: { code: -32601 } });
});

test("another version of the newer generation is refused with those that there are", async () => {
  const other = { ...meta, [`${prefix}protocolVersion`]: "2031-01-01" };
  expect(await started().ask("tools/list", { _meta: other })).toMatchObject({
    error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2031-01-01" } },
  });
});

test.each([
  ["no JSON", "{", -32700],
  ["a list", "[]", -32600],
  ["another protocol", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ["an ID that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ["an ID without end", `{"jsonrpc":"2.0","id":"${"x".repeat(201)}","method":"ping"}`, -32600],
  ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
  ["parameters in a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602],
  ["a method that is none", '{"jsonrpc":"2.0","id":1,"method":"__proto__"}', -32601],
] as const)("%s is refused", (_, line, code) => {
  const { protocol, answers, called } = started();
  protocol.take(line);
  expect(answers).toMatchObject([{ error: { code } }]);
  expect(called).toEqual([]);
});

test.each([
  [{ name: "send" }, { error: { code: -32602 } }],
  [{ name: "api" }, { error: { code: -32602 } }],
  [{ name: "toString" }, { error: { code: -32602 } }],
  [{ name: "inbox", arguments: [] }, "The arguments must be an object."],
  [{ name: "read" }, "The argument place is missing."],
  [{ name: "read", arguments: { place: 7 } }, "The argument place must be a string."],
  [{ name: "read", arguments: { place: "" } }, "The argument place is empty."],
  [{ name: "inbox", arguments: { count: 1.5 } }, "The argument count must be a whole number"],
  [{ name: "inbox", arguments: { count: 201 } }, "The argument count must be a whole number"],
  [{ name: "inbox", arguments: { __proto__x: 1 } }, "There is no such argument."],
  [{ name: "waiting", arguments: { kind: "all" } }, "The argument kind must be me or them."],
] as const)("the call %j is refused", async (params, refusal) => {
  const { ask, called } = started();
  const expected =
    typeof refusal === "string"
      ? { result: { isError: true, content: [{ text: expect.stringContaining(refusal) }] } }
      : refusal;
  expect(await ask("tools/call", { _meta: meta, ...params })).toMatchObject(expected);
  expect(called).toEqual([]);
});

test("there are at most 60 calls in a minute", async () => {
  const { ask, called, clock } = started();
  const call = () => ask("tools/call", { _meta: meta, name: "inbox" });
  for (let count = 0; count < 60; count += 1) await call();
  expect(await call()).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining("Wait 60 seconds.") }] },
  });
  expect(called).toHaveLength(60);
  await clock.pass("59 s");
  expect(await call()).toMatchObject({ result: { isError: true } });
  await clock.pass("1 s");
  expect(await call()).not.toHaveProperty("result.isError");
  expect(called).toHaveLength(61);
});

test("whatever comes, there is one answer to each request, and no tool is called that does not exist", () => {
  const value = fc.jsonValue();
  const request = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0"),
      id: fc.oneof(fc.integer(), fc.string(), value),
      method: fc.oneof(fc.constantFrom("tools/call", "tools/list", "initialize", "ping"), value),
      params: fc.oneof(fc.record({ _meta: fc.constantFrom(meta, {}), name: value }), value),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        request.map((one) => JSON.stringify(one)),
        fc.string(),
      ),
      (line) => {
        const { protocol, answers, called } = started();
        protocol.take(line);
        expect(answers.length).toBeLessThanOrEqual(1);
        expect(called.filter(([name]) => !tools.some((tool) => tool.name === name))).toEqual([]);
      },
    ),
  );
});
