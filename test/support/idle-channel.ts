/** The test's end of the program's side channel: receives its idle reports, and sends requests. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Mark } from "#base/marks.ts";

export type Channel = {
  readonly path: string;
  readonly ask: (request: "watch" | `fail ${string}` | "counts" | "marks") => void;
  readonly close: () => void;
};

/** How far a start had come when. */
export type StartMarks = {
  /** UNIX milliseconds. */
  readonly began: number;
  /** Milliseconds from then until Node ran the program. */
  readonly node: number;
  readonly marks: readonly Mark[];
};

/**
 * `onIdle` is called when the program is idle, with the number of inputs and watch requests processed, the size of the
 * screen and the amount of output; `onCounts` and `onMarks` with the answer to a request for these.
 */
export async function listen(
  onIdle: (inputs: number, watches: number, size: string, written: number) => void,
  onCounts: (counts: Readonly<Record<string, number>>) => void = () => {},
  onMarks: (marks: StartMarks) => void = () => {},
): Promise<Channel> {
  const path = join(tmpdir(), `weir-${randomUUID()}.sock`);
  const sockets = new Set<Socket>();
  // Requests made before the program connected.
  const early: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const lines = createInterface({ input: socket });
    // A killed program resets the connection, which the line reader reports as well.
    lines.on("error", () => undefined);
    lines.on("line", (line) => {
      const [word, rest = ""] = line.split(/ (.*)/);
      if (word === "idle") {
        const [inputs, watches, size = "", output] = rest.split(" ");
        onIdle(Number(inputs), Number(watches), size, Number(output));
      }
      if (word === "counts") onCounts(JSON.parse(rest));
      if (word === "marks") onMarks(JSON.parse(rest));
    });
    for (const request of early.splice(0)) socket.write(`${request}\n`);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    ask: (request) => {
      if (sockets.size === 0) early.push(request);
      for (const socket of sockets) socket.write(`${request}\n`);
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(path, { force: true });
    },
  };
}
