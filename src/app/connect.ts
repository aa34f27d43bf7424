/** Creates connections to an account's server. */
import { type Connection, createConnection } from "#api/connection.ts";
import { type DownloadFile, fileDownloader } from "#api/files.ts";
import { type Network, sharedNetworks } from "#api/http.ts";
import { documentFetcher, type FetchDocument } from "#api/public-document.ts";
import { isSlow } from "#api/transport.ts";
import type { Log } from "#base/log.ts";
import { tellingWaits } from "#cli/calls.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Account, Security } from "#config/account.ts";
import { proxyFor } from "#config/site.ts";
import { readCertificates } from "#host/certificates.ts";
import { expandHome } from "#host/paths.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";

export type Connector = {
  /** Connects with the given key, or without credentials if undefined. */
  readonly connect: (key: string | undefined) => Connection;
  readonly fetchDocument: FetchDocument;
  readonly download: DownloadFile;
  /** Whether requests have shown that the line is slow. */
  readonly isSlow: () => boolean;
  /** Closes all connections; open ones would keep the process alive. */
  readonly close: () => Promise<void>;
};

/** Accounts on one server share its connections; requests carry their own keys. */
const openNetwork = sharedNetworks();

/** Throws an Exit when certificates cannot be used, or the environment names no usable proxy. */
export async function networkTo(
  site: string,
  security: Security,
  { environment, home }: Runtime,
): Promise<Network> {
  const proxy = proxyFor(site, environment);
  if (proxy.kind === "wrong") throw new Exit("usage", proxy.sentence);
  const absolute = (path: string | undefined) => path && expandHome(path, home);
  const reading = await readCertificates({
    certBundle: absolute(security.certBundle),
    clientCert: absolute(security.clientCert),
    clientCertKey: absolute(security.clientCertKey),
  });
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  return openNetwork(new URL(site).origin, {
    trust: { insecure: security.insecure, ...reading.certificates },
    ...(proxy.kind === "proxy" && { proxy: proxy.url }),
  });
}

/** Throws an Exit when certificates cannot be used, or the environment names no usable proxy. */
export async function connector(account: Account, runtime: Runtime, log: Log): Promise<Connector> {
  const { clock, userAgent } = runtime;
  const network = await networkTo(account.site, account, runtime);
  const connect = (key: string | undefined) =>
    createConnection({
      site: account.site,
      credentials: key === undefined ? undefined : { email: account.email, key },
      send: network.send,
      clock,
      log,
      userAgent,
    });
  const { clientCert: _, clientCertKey: __, ...trust } = account;
  const options = {
    site: account.site,
    // The client certificate identifies the user to the account's server only: other origins do not get it.
    open: (origin: string) => networkTo(origin, trust, runtime),
    clock,
    userAgent,
  };
  const fetchDocument = documentFetcher(options);
  return {
    connect,
    fetchDocument,
    download: fileDownloader(options),
    isSlow: () => isSlow(network.speed()),
    close: network.close,
  };
}

/** The connection of a command, which says on a terminal when the server makes it wait. */
export function sayingWaits(connection: Connection, { clock }: Runtime): Connection {
  return tellingWaits(connection, clock, (sentence) => {
    if (process.stderr.isTTY) say(sentence);
  });
}
