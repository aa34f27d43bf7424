/** A program calls the tools of the built weir: the official client, over the pipes of a process of its own. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

async function connected(
  environment: Readonly<Record<string, string>>,
  mode: "legacy" | "auto",
  home = folder(),
) {
  const [command = "", ...own] = weir;
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, ...environment };
  const transport = new StdioClientTransport({
    ...{ command, args: [...own, "mcp"], env },
    stderr: "ignore",
  });
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

test.each(["legacy", "auto"] as const)(
  "a client that speaks %s lists the tools and reads",
  async (mode) => {
    const { environment } = (await serveRealm("demo")).as("Robin");
    const client = await connected(environment, mode);
    expect(client.getProtocolEra()).toBe(mode === "legacy" ? "legacy" : "modern");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("inbox");
    const { content, isError } = await client.callTool({
      name: "read",
      arguments: { place: "#backend > deploy window", count: 1 },
    });
    expect(isError ?? false).toBe(false);
    expect(content).toMatchObject([
      { text: expect.stringContaining('"place":"#backend > deploy window"') },
    ]);
  },
);

test("without an account, tools say what to do, and the program goes on", async () => {
  const client = await connected({}, "auto");
  const call = () => client.callTool({ name: "inbox", arguments: {} });
  for (const said of [await call(), await call()])
    expect(said).toMatchObject({
      isError: true,
      content: [{ text: "No account. Add one with weir login." }],
    });
});

test("what a program proposes is sent when the person approves it in a window, and not before", async () => {
  const realm = await serveRealm("demo");
  const robin = realm.as("Robin");
  const home = folder();
  const client = await connected(robin.environment, "auto", home);
  const propose = async (text: string) =>
    client.callTool({
      name: "propose_message",
      arguments: { place: "#backend > deploy window", text },
    });
  for (const text of ["Keep this one back.", "All green."])
    expect((await propose(text)).isError ?? false).toBe(false);
  const environment = { ...robin.environment, WEIR_CLOCK_RATE: "20" };
  const person = await startInTerminal({ home, environment });
  await person.sees(/live/);
  await person.presses("g", "o");
  await person.sees("PROPOSED BY A PROGRAM");
  await person.sees("tester: All gre");
  const texts = () => robin.reads("backend > deploy window");
  expect(await texts()).not.toContain("All green.");
  await person.presses("j", "e");
  await expect.poll(texts).toContain("All green.");
  expect(await texts()).not.toContain("Keep this one back.");
  await person.presses("q");
});

test("on a terminal it says that it is for programs", async () => {
  const person = await startInTerminal({ argv: ["mcp"], columns: 120 });
  expect((await person.ended).code).toBe(2);
  await person.sees("weir: Programs start this, and write to its input. See weir mcp --help.");
});
