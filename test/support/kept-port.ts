/** Ports of servers that are stopped and started again. */
import { createServer } from "node:net";

/**
 * A free port below those that the system gives to connections, and to servers that ask for any: one of them could take
 * it while the server is stopped.
 */
export async function keptPort(): Promise<number> {
  let port: number;
  do port = 12_000 + Math.floor(Math.random() * 18_000);
  while (!(await isFree(port)));
  return port;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
