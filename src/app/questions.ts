/** Asks the user line by line: on the terminal, where secrets are not echoed, or from standard input. */
import { createInterface } from "node:readline";
import { Transform, Writable } from "node:stream";
import type { Prompt } from "#cli/browser-login.ts";
import { Exit } from "#cli/exit-codes.ts";

export type Questions = {
  readonly ask: Prompt;
  /** Lends the terminal to another program until `work` is done. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
};

/** Of a longer line the rest is dropped: the editor of lines takes the square of its length. */
const longestLine = 8_100;

function shortLines(): Transform {
  let length = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const kept = bytes.filter((byte) => {
        const isEnd = byte === 10 || byte === 13;
        length = isEnd ? 0 : length + 1;
        return isEnd || byte === 3 || length <= longestLine;
      });
      done(null, Buffer.from(kept));
    },
  });
}

/** Answers, one by one: a line that nobody waits for is kept until the next one is wanted. */
function queue() {
  let early: string[] = [];
  let waiting: PromiseWithResolvers<string> | undefined;
  let isOver = false;
  const over = () => new Exit("usage", "Nothing was changed.");
  return {
    forget: () => {
      early = [];
    },
    isEmpty: () => early.length === 0,
    give: (line: string) => {
      if (waiting === undefined) early.push(line);
      else waiting.resolve(line);
      // The next line is for the next question, which is asked a moment later.
      waiting = undefined;
    },
    end: () => {
      isOver = true;
      waiting?.reject(over());
    },
    next: async (signal: AbortSignal | undefined) => {
      const answer = Promise.withResolvers<string>();
      waiting = answer;
      const stop = () => answer.reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      const given = early.shift();
      if (given !== undefined) answer.resolve(given);
      else if (isOver) answer.reject(over());
      try {
        return await answer.promise;
      } finally {
        waiting = undefined;
        signal?.removeEventListener("abort", stop);
      }
    },
  };
}

/** `output` is where questions are written. */
export function questions(
  stdin: NodeJS.ReadStream,
  output: NodeJS.WritableStream & { readonly columns?: number },
): Questions {
  const isTerminal = stdin.isTTY === true;
  let isSecret = false;
  const echo = new Writable({
    write(bytes, _encoding, done) {
      if (!isSecret) output.write(bytes);
      done();
    },
  });
  // The editor of lines asks it where the terminal breaks a line.
  Object.defineProperty(echo, "columns", { get: () => output.columns });
  const input = stdin.pipe(shortLines());
  const raw = (isOn: boolean) => void (isTerminal && stdin.setRawMode(isOn));
  raw(true);
  // No history: an arrow key would show the secrets.
  const lines = createInterface({ input, output: echo, terminal: isTerminal, historySize: 0 });
  const answers = queue();
  lines.on("line", answers.give);
  lines.once("SIGINT", answers.end);
  lines.once("close", answers.end);
  const write = (prompt: string) => {
    lines.setPrompt(prompt);
    if (isTerminal && !isSecret) lines.prompt();
    // The editor of lines is silent then.
    else output.write(prompt);
  };
  const ask: Prompt = async (question, { secret = false, continues = false, signal } = {}) => {
    signal?.throwIfAborted();
    // What is typed before a question is no answer to it.
    if (isTerminal && !continues) answers.forget();
    isSecret = secret;
    if (!isTerminal || answers.isEmpty()) write(`${question}: `);
    try {
      return await answers.next(signal);
    } finally {
      // What was typed is not the beginning of the next answer.
      if (signal?.aborted && isTerminal) lines.write(null, { ctrl: true, name: "u" });
      isSecret = false;
      if (secret || signal?.aborted || !isTerminal) output.write("\n");
    }
  };
  const lend: Questions["lend"] = async (work) => {
    stdin.unpipe(input).pause();
    raw(false);
    try {
      return await work();
    } finally {
      raw(true);
      stdin.pipe(input);
    }
  };
  const close = () => {
    lines.close();
    stdin.unpipe(input).pause();
    raw(false);
  };
  return { ask, lend, close };
}
