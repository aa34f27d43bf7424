/** A program calls the tools of the built weir: the official client, over the pipes of a process of its own. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";

async function connected(
  environment: Readonly<Record<string, string>>,
  mode: "legacy" | "auto",
  argv: readonly string[] = [],
) {
  const [command = "", ...own] = weir;
  const home = folder();
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, ...environment };
  const transport = new StdioClientTransport({
    ...{ command, args: [...own, "mcp", ...argv], env },
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
