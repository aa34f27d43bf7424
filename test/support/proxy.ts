/**
 * Injects network faults: a TCP proxy between a program and a server.
 *
 * The only part of HTTP that it knows is the end of a request's head.
 */
import { createServer, type Server, type Socket, connect as tcp } from "node:net";
import { onTestFinished } from "vitest";
import { systemClock } from "#base/clock.ts";
import { keptPort } from "./kept-port.ts";

export type NetworkFault =
  | { readonly kind: "none" }
  /** Refuses new connections and closes existing ones. */
  | { readonly kind: "refuse" }
  /** Accepts connections, but silently drops all data in both directions. */
  | { readonly kind: "silence" }
  /** Resets existing connections, and new ones with their first data. */
  | { readonly kind: "reset" }
  /** Resets the next request that begins with `on` in the middle of its body. */
  | { readonly kind: "cut request"; readonly on: string }
  /** Cuts the answer to the next request that begins with `on` in the middle. */
  | { readonly kind: "cut answer"; readonly on: string }
  /** Delivers the next request that begins with `on`, then drops everything. */
  | { readonly kind: "silence after"; readonly on: string }
  /** Delays all data. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Keeps all data back until then. */
  | { readonly kind: "hold"; readonly until: Promise<void> }
  | { readonly kind: "slow"; readonly bytesPerSecond: number };

export type ProxyLine = {
  /** Without a trailing slash; the port never changes. */
  readonly url: string;
  /** Also affects existing connections; silenced ones stay silent. */
  readonly setFault: (trouble: NetworkFault) => Promise<void>;
  /** The number of the program's open connections. */
  readonly connections: () => number;
  /** The number of connections opened so far. */
  readonly opened: () => number;
  /** How much was sent by both sides so far. */
  readonly bytes: () => number;
};

type Wire = {
  readonly client: Socket;
  readonly server: Socket;
  /** All data is dropped. */
  isSilent: boolean;
  /** The fault for the next answer. */
  fate: "cut answer" | "silence after" | undefined;
  /** Keep delayed data in order. */
  tails: Record<"up" | "down", Promise<void>>;
};

/** Ends with the test. `target` is the URL of a server on this machine. */
export async function startProxy(target: string): Promise<ProxyLine> {
  const wires = new Set<Wire>();
  let trouble: NetworkFault = { kind: "none" };
  let opened = 0;
  let bytes = 0;
  const { hostname, port } = new URL(target);
  const take = (client: Socket) => {
    opened += 1;
    const wire = wireTo(client, tcp(Number(port), hostname));
    wires.add(wire);
    client.on("close", () => wires.delete(wire));
    if (trouble.kind === "silence") wire.isSilent = true;
    const met = (part: Buffer): NetworkFault => {
      const happens = trouble;
      if (!("on" in happens && isRequest(part, happens.on))) return happens;
      trouble = { kind: happens.kind === "silence after" ? "silence" : "none" };
      for (const other of wires) if (other !== wire) hurt(other, trouble);
      return happens;
    };
    for (const side of [client, wire.server])
      side.on("data", ({ length }: Buffer) => {
        bytes += length;
      });
    client.on("data", (part: Buffer) => up(wire, part, met(part)));
    wire.server.on("data", (part: Buffer) => down(wire, part, trouble));
  };
  let server: Server | undefined = createServer(take);
  const own = await listening(server, await keptPort());
  onTestFinished(() => {
    server?.close();
    for (const wire of wires) end(wire);
  });
  return {
    url: `http://127.0.0.1:${own}`,
    connections: () => wires.size,
    opened: () => opened,
    bytes: () => bytes,
    setFault: async (next) => {
      trouble = next;
      for (const wire of wires) hurt(wire, next);
      if (next.kind === "refuse") {
        server?.close();
        server = undefined;
      } else if (server === undefined) {
        server = createServer(take);
        await listening(server, own);
      }
    },
  };
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function wireTo(client: Socket, server: Socket): Wire {
  const wire: Wire = {
    client,
    server,
    isSilent: false,
    fate: undefined,
    tails: { up: Promise.resolve(), down: Promise.resolve() },
  };
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => one.destroy());
    // Closing one side closes the other, unless the connection is silent.
    one.on("close", () => {
      if (!wire.isSilent || one === client) other.destroy();
    });
  }
  return wire;
}

function end({ client, server }: Wire): void {
  client.destroy();
  server.destroy();
}

function hurt(wire: Wire, trouble: NetworkFault): void {
  if (trouble.kind === "silence") wire.isSilent = true;
  if (trouble.kind === "refuse") end(wire);
  if (trouble.kind === "reset") reset(wire);
}

function reset({ client, server }: Wire): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

function up(wire: Wire, bytes: Buffer, trouble: NetworkFault): void {
  if (wire.isSilent) return;
  const isMeant = "on" in trouble && isRequest(bytes, trouble.on);
  if (isMeant && trouble.kind !== "cut request") wire.fate = trouble.kind;
  if (trouble.kind === "reset") reset(wire);
  else if (isMeant && trouble.kind === "cut request") cutInBody(wire, bytes);
  else pass(wire, "up", bytes, trouble);
}

function isRequest(bytes: Buffer, beginning: string): boolean {
  return bytes.subarray(0, beginning.length).toString("latin1") === beginning;
}

function cutInBody(wire: Wire, bytes: Buffer): void {
  const body = bytes.indexOf("\r\n\r\n") + 4;
  const half = bytes.subarray(0, body + Math.floor((bytes.length - body) / 2));
  // Nothing may follow what is missing.
  wire.isSilent = true;
  wire.server.write(half, () => reset(wire));
}

function down(wire: Wire, bytes: Buffer, trouble: NetworkFault): void {
  if (wire.fate === "silence after") wire.isSilent = true;
  if (wire.isSilent) return;
  if (wire.fate === "cut answer") {
    wire.isSilent = true;
    wire.client.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reset(wire));
  } else {
    pass(wire, "down", bytes, trouble);
  }
}

const pieceBytes = 1_000;

function pass(wire: Wire, way: "up" | "down", bytes: Buffer, trouble: NetworkFault): void {
  // A slow line delivers as it goes.
  if (trouble.kind === "slow" && bytes.length > pieceBytes) {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      pass(wire, way, bytes.subarray(at, at + pieceBytes), trouble);
    return;
  }
  const to = way === "up" ? wire.server : wire.client;
  const wait = waitOf(bytes.length, trouble);
  wire.tails[way] = wire.tails[way].then(async () => {
    if (wait > 0) await systemClock.sleep(wait);
    if (trouble.kind === "hold") await trouble.until;
    if (!wire.isSilent && !to.destroyed) to.write(bytes);
  });
}

/** Milliseconds. */
function waitOf(length: number, trouble: NetworkFault): number {
  if (trouble.kind === "delay") return trouble.ms;
  return trouble.kind === "slow" ? (length / trouble.bytesPerSecond) * 1000 : 0;
}
