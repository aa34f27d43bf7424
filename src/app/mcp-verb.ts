/**
 * `weir mcp`: tools for programs, over standard input and output.
 *
 * The protocol is answered at once; the account is opened with the first call of a tool.
 */
import { type Clock, systemClock } from "#base/clock.ts";
import { lazy } from "#base/lazy.ts";
import { mcpOptions } from "#cli/agent/options.ts";
import { createProtocol, type ToolAnswer } from "#cli/agent/protocol.ts";
import { Exit, isExit } from "#cli/exit-codes.ts";
import type { Invocation } from "#cli/invocation.ts";
import { optionsAlone } from "#cli/long-options.ts";
import { type OutputWatch, watchOutput } from "#host/output-watch.ts";
import { say } from "./standard-streams.ts";
import { version } from "./version.ts";

const scripts = lazy(() => import("./script-verb.ts"));

/** Characters of a line that a program may write. */
const longestLine = 250_000;

const memories = lazy(() => import("#host/engine-memory.ts"));

/** Without what the other commands need. Resolves with false, and does nothing, if these have to say what is wrong. */
export async function serveAlone(words: readonly string[]): Promise<boolean> {
  const invocation = optionsAlone("mcp", mcpOptions, words);
  if (invocation === undefined || process.stdin.isTTY) return false;
  const watch = watchOutput(process.stdout);
  watch.onLoss(() => process.exit());
  await serveTools(invocation, watch);
  return true;
}

/** Resolves when the program has closed its end. Throws an Exit if there is none. */
export async function serveTools(invocation: Invocation, watch: OutputWatch): Promise<void> {
  if (process.stdin.isTTY) throw new Exit("misuse", "Programs start this, and write to its input.");
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => (await scripts()).openSession(invocation, watch);
  const protocol = createProtocol({
    version,
    clock: systemClock,
    report: (error) =>
      say(`A call failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
    write: (line) => void process.stdout.write(`${line}\n`),
    call: async (tool, values, agent): Promise<ToolAnswer> => {
      opened ??= open();
      const session = await opened.catch((error: unknown) => {
        // The next call tries again: the user may have signed in by then.
        opened = undefined;
        if (!isExit(error)) throw error;
        say(error.message);
        return { text: error.message, isError: true } as const;
      });
      return "call" in session ? session.call(tool, values, agent) : session;
    },
  });
  const collectSoon = collector(systemClock);
  await eachLine((line) => {
    protocol.take(line);
    if (opened !== undefined) collectSoon();
  }, protocol.refuse);
  await protocol.settled();
  await (await opened)?.close();
}

/** By then a call is answered, mostly, and the program thinks about it. */
const quietMs = 2_000;

/** Gives back what reading has taken whenever nothing came for a while: mostly the program waits for lines. */
function collector(clock: Clock): () => void {
  let cancel = () => {};
  const collect = async () => (await memories()).engineMemory(clock).collect();
  return () => {
    cancel();
    // Where it fails, more memory stays taken.
    cancel = clock.after(quietMs, () => void collect().catch(() => undefined));
  };
}

/** A line that is too long is left out to its end. */
async function eachLine(take: (line: string) => void, refuse: () => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  let isLeftOut = false;
  for await (const part of process.stdin) {
    const [first = "", ...lines] = decoder.decode(part, { stream: true }).split("\n");
    rest = isLeftOut ? "" : rest + first;
    if (rest.length > longestLine) {
      isLeftOut = true;
      rest = "";
      refuse();
    }
    for (const line of lines) {
      if (!isLeftOut) take(rest);
      isLeftOut = false;
      rest = line;
    }
  }
  if (!isLeftOut) take(rest);
}
