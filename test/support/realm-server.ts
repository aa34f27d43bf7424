/** A realm served by the main process, for tests that need no process of its own, which would cost more than most of them. */
import { once } from "node:events";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { inject, onTestFinished } from "vitest";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { folder } from "./folder.ts";
import { keptPort } from "./kept-port.ts";
import { quietRealm } from "./quiet-realm.ts";
import { type Announced, type ServedRealm, servedRealm } from "./realm-control.ts";
import type { Wanted } from "./realm-host.ts";

/** Ends with the connection. */
async function open(wanted: Wanted) {
  const socket = createConnection(inject("realms"));
  socket.write(`${JSON.stringify(wanted)}\n`);
  const [line] = await once(createInterface({ input: socket }), "line");
  const announced: Announced | string = JSON.parse(line);
  if (typeof announced === "string") throw new Error(announced);
  const close = async () => {
    const closed = once(socket, "close");
    socket.end();
    await closed;
  };
  return { announced, close };
}

async function serve(wanted: Wanted): Promise<ServedRealm> {
  const { announced, close } = await open(wanted);
  onTestFinished(close);
  return servedRealm(announced);
}

/** Ends with the test. */
export const serveRealm = (seed: "demo" | "empty" = "empty", level?: number) =>
  serve({ settings: { ...quietRealm, seed, level }, rate: 1 });

/** Serves a realm with this blueprint. */
export const serveBlueprint = (blueprint: Blueprint) => serve({ blueprint });

export type LastingRealm = ServedRealm & {
  /** Closes all connections and the port. */
  readonly stops: () => Promise<void>;
  /** Restarts it on the same port with its state; its clock may run faster from then on. */
  readonly restart: (rate?: number) => Promise<void>;
};

/** An empty realm that can be stopped and restarted. Ends with the test. */
export async function serveLastingRealm(): Promise<LastingRealm> {
  const port = await keptPort();
  const settings = { ...quietRealm, port, state: `${folder()}/realm.jsonl` };
  let { announced, close } = await open({ settings, rate: 1 });
  let isOpen = true;
  const stops = async () => {
    if (isOpen) await close();
    isOpen = false;
  };
  onTestFinished(stops);
  return {
    ...servedRealm(announced),
    stops,
    restart: async (rate = 1) => {
      ({ announced, close } = await open({ settings, rate }));
      isOpen = true;
    },
  };
}
