/** The other end of the program's side channel: hears when it is at rest, and asks it for more. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type Channel = {
  readonly path: string;
  readonly ask: (request: "watch" | "fail" | "counts") => void;
  readonly close: () => void;
};

/**
 * `rested` is told that the program came to rest, after how many inputs and requests to watch, at which size, and
 * after how much output; `counted` is told what it answered about its counts.
 */
export async function listen(
  rested: (inputs: number, watches: number, size: string, written: number) => void,
  counted: (counts: Readonly<Record<string, number>>) => void = () => {},
): Promise<Channel> {
  const path = join(tmpdir(), `weir-${randomUUID()}.sock`);
  const sockets = new Set<Socket>();
  // Asked before the program was there to be asked.
  const early: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const lines = createInterface({ input: socket });
    // A program that is killed resets its end, and the reader of lines tells that once more.
    lines.on("error", () => undefined);
    lines.on("line", (line) => {
      const [word, rest = ""] = line.split(/ (.*)/);
      if (word === "idle") {
        const [inputs, watches, size = "", output] = rest.split(" ");
        rested(Number(inputs), Number(watches), size, Number(output));
      }
      if (word === "counts") counted(JSON.parse(rest));
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
