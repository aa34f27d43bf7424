/** Reads and validates an account's certificates: trusted authorities, and the client certificate. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readTextFile } from "./credentials.ts";

/** Paths of PEM files. */
export type CertificatePaths = {
  readonly certBundle?: string | undefined;
  readonly clientCert?: string | undefined;
  /** Absent: the key is in the file of the certificate. */
  readonly clientCertKey?: string | undefined;
};

/** PEM text. */
export type Certificates = {
  readonly authorities?: string;
  readonly client?: { readonly certificate: string; readonly key: string };
};

export type CertificateResult =
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
