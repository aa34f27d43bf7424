/** From an account to connections to its server. */
import { type Connection, createConnection } from "#api/connection.ts";
import { type Network, openNetwork } from "#api/http.ts";
import type { Log } from "#base/log.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Account } from "#config/account.ts";
import { proxyFor } from "#config/proxy.ts";
import { readTextFile } from "#host/credentials.ts";
import { expandHome } from "#host/paths.ts";
import type { Surroundings } from "./surroundings.ts";

export type Connector = {
  /** With the key that the account has now, or with another one. */
  readonly connect: (key: string) => Connection;
  /** Ends every connection; a program that is done would wait for them otherwise. */
  readonly close: () => Promise<void>;
};

async function readBundle(path: string, home: string): Promise<string> {
  const reading = await readTextFile(expandHome(path, home));
  if (reading.kind === "text") return reading.text;
  throw new Exit("usage", `The certificates to trust are missing: ${reading.sentence}`);
}

/** How a server is reached. */
type Reached = Pick<Account, "site" | "insecure" | "certBundle">;

/** Throws an Exit when certificates cannot be read, or the environment names no usable proxy. */
export async function networkTo(
  { site, insecure, certBundle }: Reached,
  { environment, home }: Surroundings,
): Promise<Network> {
  const proxy = proxyFor(site, environment);
  if (proxy.kind === "wrong") throw new Exit("usage", proxy.sentence);
  const authorities = certBundle === undefined ? undefined : await readBundle(certBundle, home);
  const trust = { insecure, ...(authorities === undefined ? {} : { authorities }) };
  return openNetwork(new URL(site).origin, {
    trust,
    ...(proxy.kind === "proxy" && { proxy: proxy.url }),
  });
}

/** Throws an Exit when the server cannot be reached as the account says. */
export async function connector(
  account: Account,
  around: Surroundings,
  log: Log,
): Promise<Connector> {
  const { clock, userAgent } = around;
  const network = await networkTo(account, around);
  const connect = (key: string) =>
    createConnection({
      site: account.site,
      credentials: { email: account.email, key },
      send: network.send,
      clock,
      log,
      userAgent,
    });
  return { connect, close: network.close };
}
