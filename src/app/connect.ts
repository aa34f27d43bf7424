/** From an account to connections to its server. */
import { type Connection, createConnection } from "#api/connection.ts";
import { createNetwork } from "#api/http.ts";
import type { Log } from "#base/log.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Account } from "#config/account.ts";
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

/** Throws an Exit when the account's certificates cannot be read. */
export async function connector(
  account: Account,
  { clock, userAgent, home }: Surroundings,
  log: Log,
): Promise<Connector> {
  const authorities =
    account.certBundle === undefined ? undefined : await readBundle(account.certBundle, home);
  const network = createNetwork(new URL(account.site).origin, {
    insecure: account.insecure,
    ...(authorities === undefined ? {} : { authorities }),
  });
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
