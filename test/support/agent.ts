/** A program that calls weir's tools, by the official client of the protocol, in the process of the test. */
import { Client, type Transport } from "@modelcontextprotocol/client";
import type { Clock } from "#base/clock.ts";
import { createProtocol } from "#cli/agent/protocol.ts";
import { createSession, type SessionOptions } from "#cli/agent/session.ts";
import type { ToolArguments } from "#cli/agent/tools.ts";
import type { Shell } from "./verb.ts";

export type Generation = "legacy" | "2026-07-28";

export type Said = { readonly text: string; readonly isError: boolean };

export type Agent = {
  readonly client: Client;
  /** Calls a tool. */
  readonly call: (name: string, values?: ToolArguments) => Promise<Said>;
  /** The rows of JSON that a tool returns. Throws if it refuses. */
  readonly rows: (
    name: string,
    values?: ToolArguments,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Each line that weir wrote. */
  readonly lines: readonly string[];
};

const everything: SessionOptions = { allow: [], direct: true };

export type AgentOptions = {
  readonly clock: Clock;
  readonly session?: Partial<SessionOptions>;
  readonly generation?: Generation;
  readonly name?: string;
};

/** Between them are lines, as between processes. */
export async function startAgent(
  shell: Pick<Shell, "ports">,
  { clock, session = {}, generation = "2026-07-28", name = "helper" }: AgentOptions,
): Promise<Agent> {
  const lines: string[] = [];
  const never = new AbortController().signal;
  const ports = shell.ports(
    () => undefined,
    () => undefined,
    undefined,
    never,
  );
  let marks = 0;
  const newMark = () => {
    marks += 1;
    return `mark-${marks}`;
  };
  const { call } = createSession(ports, { ...everything, ...session }, newMark);
  const protocol = createProtocol({
    version: "1.2.3",
    clock,
    call,
    report: (error) => {
      throw error;
    },
    write: (line) => {
      lines.push(line);
      transport.onmessage?.(JSON.parse(line));
    },
  });
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => protocol.take(JSON.stringify(message)),
    close: async () => undefined,
  };
  const mode = generation === "legacy" ? generation : { pin: generation };
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const say: Agent["call"] = async (tool, values = {}) => {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: values });
    const [first] = content as readonly { readonly text: string }[];
    return { text: first?.text ?? "", isError };
  };
  return {
    client,
    lines,
    call: say,
    rows: async (tool, values) => {
      const { text, isError } = await say(tool, values);
      if (isError) throw new Error(text);
      return rowsIn(text);
    },
  };
}

/** What is between the marks, without what weir notes. */
export function rowsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const [, mark = ""] = /^<untrusted (.+)>$/m.exec(text) ?? [];
  const from = text.indexOf(`<untrusted ${mark}>\n`) + `<untrusted ${mark}>\n`.length;
  const inside = text.slice(from, text.lastIndexOf(`</untrusted ${mark}>`)).trim();
  const rows = inside === "" ? [] : inside.split("\n").map((line) => JSON.parse(line));
  return rows.filter((row) => !("note" in row));
}
