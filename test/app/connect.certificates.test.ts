/** Reading the certificates of an account from real files, and the error for each invalid one. */
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CertificatePaths, readCertificates } from "#app/connect.ts";
import { authority, clientCertificate, clientKey, serverKey } from "../support/certificates.ts";
import { folder } from "../support/folder.ts";

const locked = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" },
}).privateKey;

const files = {
  authority,
  cert: clientCertificate,
  key: clientKey,
  both: clientCertificate + clientKey,
  other: serverKey,
  locked,
  text: "hello",
};

/** Reads paths in a folder with these files; errors are returned without the folder. */
async function read(paths: CertificatePaths, mode = 0o600) {
  const path = folder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(path, name), text);
    chmodSync(join(path, name), mode);
  }
  const entries = Object.entries(paths).map(([name, file]) => [name, join(path, file ?? "")]);
  const reading = await readCertificates(Object.fromEntries(entries));
  return reading.kind === "wrong"
    ? reading.sentence.replaceAll(`${path}/`, "")
    : reading.certificates;
}

const client = { certificate: clientCertificate, key: clientKey };

test.each([
  [{}, {}],
  [{ certBundle: "authority" }, { authorities: authority }],
  [{ clientCert: "cert", clientCertKey: "key" }, { client }],
  [{ clientCert: "both" }, { client: { certificate: files.both, key: files.both } }],
])("%j is read", async (paths, certificates) => {
  expect(await read(paths)).toEqual(certificates);
});

test("only a private key needs private permissions", async () => {
  expect(await read({ certBundle: "authority" }, 0o644)).toEqual({ authorities: authority });
  for (const paths of [{ clientCert: "cert", clientCertKey: "key" }, { clientCert: "both" }])
    expect(await read(paths, 0o644)).toMatch(
      / contains a key, but others can read it. Run: chmod 600 /,
    );
});

test.each<[CertificatePaths, RegExp]>([
  [{ certBundle: "none" }, /^There is no file none\. It is set by cert_bundle\.$/],
  [{ certBundle: "text" }, /^text contains no certificate/],
  [{ clientCertKey: "key" }, /^client_cert_key is set without client_cert/],
  [{ clientCert: "cert" }, /^cert contains no private key/],
  [{ clientCert: "key", clientCertKey: "key" }, /^key contains no certificate/],
  [{ clientCert: "cert", clientCertKey: "other" }, /^The key in other does not belong to/],
  [{ clientCert: "cert", clientCertKey: "locked" }, /passphrase.*openssl pkey -in locked/],
])("%j is rejected with a message", async (paths, sentence) => {
  expect(await read(paths)).toMatch(sentence);
});
