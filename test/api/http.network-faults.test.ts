/** Messages of connection errors, over real TLS, and that nothing was sent. */
import type { ServerOptions } from "node:https";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Trust } from "#api/http.ts";
import { openNetwork } from "#api/http.ts";
import { TransportError } from "#api/transport.ts";
import {
  authority,
  clientCertificate,
  clientKey,
  expiredCertificate,
  otherHostCertificate,
  selfSignedCertificate,
} from "../support/certificates.ts";
import { listening, startHttp, startHttps } from "../support/https-server.ts";

/** The outcome of a request that must not be repeated if it was sent. */
async function post(url: string, trust: Trust) {
  const network = await openNetwork(new URL(url).origin, { trust });
  onTestFinished(network.close);
  const request = { method: "POST", url, headers: {}, body: "once" };
  return network.send(request, AbortSignal.timeout(60_000)).then(
    ({ text }) => text,
    (error: unknown) => {
      expect(error).toBeInstanceOf(TransportError);
      const { sent, message } = error as TransportError;
      return `${sent}: ${message}`;
    },
  );
}

const trusted = { authorities: authority };
const client = { certificate: clientCertificate, key: clientKey };
const asking = { requestCert: true, ca: authority };

test.each<[string, ServerOptions, Trust, RegExp]>([
  ["by a trusted authority", {}, trusted, /^received$/],
  ["by another authority", {}, {}, /^no: untrusted certificate; .*--cert-bundle/],
  ["self-signed", { cert: selfSignedCertificate }, {}, /^no: self-signed.*--cert-bundle/],
  ["with verification disabled", { cert: selfSignedCertificate }, { insecure: true }, /^received$/],
  ["that expired", { cert: expiredCertificate }, trusted, /^no: certificate expired/],
  ["for another host", { cert: otherHostCertificate }, trusted, /^no: .*another host.*address/],
  ["with a required client certificate", asking, { ...trusted, client }, /^received$/],
  ["without the required client certificate", asking, trusted, /^no: .*client_cert/],
  [
    "without the required client certificate, in TLS 1.2",
    { ...asking, maxVersion: "TLSv1.2" },
    trusted,
    /^no: .*client_cert/,
  ],
])("a certificate %s", async (_, options, trust, outcome) => {
  let received = 0;
  const server = await startHttps((_request, response) => {
    received += 1;
    response.end("received");
  }, options);
  const result = await post(server.url, trust);
  expect(result).toMatch(outcome);
  // The room in a footer of 80 columns.
  expect(result.replace(/^no: /, "").length).toBeLessThanOrEqual(54);
  expect(received).toBe(result === "received" ? 1 : 0);
});

test("https to a port that serves plain http is reported", async () => {
  const url = await startHttp((_, response) => void response.end());
  expect(await post(url.replace("http:", "https:"), {})).toMatch(/^no: no https is spoken/);
});

test("an interrupted handshake is reported, and nothing was sent", async () => {
  const port = await listening(
    createServer((socket) => socket.once("data", () => socket.destroy())),
  );
  expect(await post(`https://127.0.0.1:${port}`, {})).toBe("no: no connection could be made");
});
