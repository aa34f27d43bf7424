/** Creates connections to an account's server, with its certificates. */

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type Connection, createConnection } from "#api/connection.ts";
import { type DownloadFile, fileDownloader } from "#api/files.ts";
import { type Network, sharedNetworks } from "#api/http.ts";
import { documentFetcher, type FetchDocument } from "#api/public-document.ts";
import type { Log } from "#base/log.ts";
import { changesSomething, tellingWaits } from "#cli/calls.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Account, Security } from "#config/account.ts";
import { proxyFor } from "#config/site.ts";
import { readTextFile } from "#host/credentials.ts";
import { expandHome } from "#host/paths.ts";
import { noteChange } from "#host/recent-change.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";

export type Connector = {
  /** Connects with the given key, or without credentials if undefined. */
  readonly connect: (key: string | undefined) => Connection;
  readonly fetchDocument: FetchDocument;
  readonly download: DownloadFile;
  readonly isSlow: Network["isSlow"];
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
    isSlow: network.isSlow,
    close: network.close,
  };
}

/** The connection of a command, which says on a terminal when the server makes it wait. */
export function sayingWaits(connection: Connection, { clock }: Runtime): Connection {
  return tellingWaits(connection, clock, (sentence) => {
    if (process.stderr.isTTY) say(sentence);
  });
}

/** Likewise; notes when it changes something. */
export function commandConnection(
  connection: Connection,
  account: Account,
  runtime: Runtime,
): Connection {
  const telling = sayingWaits(connection, runtime);
  const note = () => noteChange(runtime.folders, account);
  /** Noted before, because a command may be ended, and after it, because a request may take long. */
  const noting = async <Answer>(isChange: boolean, answer: () => Promise<Answer>) => {
    if (!isChange) return answer();
    note();
    return answer().finally(note);
  };
  return {
    ...telling,
    call: (endpoint, ...rest) =>
      noting(changesSomething(endpoint), () => telling.call(endpoint, ...rest)),
    raw: (request, ...rest) =>
      noting(request.method !== "GET", () => telling.raw(request, ...rest)),
  };
}

// Reads and validates an account's certificates: trusted authorities, and the client certificate.

/** Paths of PEM files. */
export type CertificatePaths = {
  readonly certBundle?: string | undefined;
  readonly clientCert?: string | undefined;
  /** If absent, the key is in the file of the certificate. */
  readonly clientCertKey?: string | undefined;
};

/** PEM text. */
type Certificates = {
  readonly authorities?: string;
  readonly client?: { readonly certificate: string; readonly key: string };
};

type CertificateResult =
  | { readonly kind: "certificates"; readonly certificates: Certificates }
  | { readonly kind: "wrong"; readonly sentence: string };

/** Aborts reading with an error sentence. */
class Unusable extends Error {}

export async function readCertificates(paths: CertificatePaths): Promise<CertificateResult> {
  try {
    const authorities = await authoritiesOf(paths.certBundle);
    const client = await clientOf(paths);
    return {
      kind: "certificates",
      certificates: { ...(authorities && { authorities }), ...(client && { client }) },
    };
  } catch (error) {
    if (error instanceof Unusable) return { kind: "wrong", sentence: error.message };
    throw error;
  }
}

async function authoritiesOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { text } = await textOf(path, "cert_bundle");
  certificateIn(text, path);
  return text;
}

async function clientOf({
  clientCert,
  clientCertKey,
}: CertificatePaths): Promise<Certificates["client"]> {
  if (clientCert === undefined) {
    if (clientCertKey === undefined) return undefined;
    throw new Unusable("client_cert_key is set without client_cert. Set both.");
  }
  const { text: certificate } = await textOf(clientCert, "client_cert");
  const keyPath = clientCertKey ?? clientCert;
  const { text: key, exposed } = await textOf(keyPath, "client_cert_key");
  if (exposed !== undefined) throw new Unusable(exposed);
  if (!certificateIn(certificate, clientCert).checkPrivateKey(keyIn(key, keyPath)))
    throw new Unusable(
      `The key in ${keyPath} does not belong to the certificate in ${clientCert}.`,
    );
  return { certificate, key };
}

async function textOf(path: string, name: string) {
  const reading = await readTextFile(path);
  if (reading.kind === "text") return reading;
  throw new Unusable(`${reading.sentence} It is set by ${name}.`);
}

function certificateIn(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new Unusable(`${path} contains no certificate in PEM format.`);
  }
}

function keyIn(text: string, path: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new Unusable(
      text.includes("ENCRYPTED")
        ? `The key in ${path} has a passphrase, which weir cannot ask for. Store it without one: openssl pkey -in ${path} -out FILE`
        : `${path} contains no private key in PEM format.`,
    );
  }
}
