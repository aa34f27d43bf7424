/** Maps network errors to messages (the end of a sentence) and to whether the request may have been sent. */
import type { Unreached } from "./route.ts";
import { TransportError } from "./transport.ts";

// The footer of 80 columns has room for 54 characters of a reason, and the remedy comes last.
const untrusted = "untrusted certificate; trust its CA with --cert-bundle";
const notTls = "no https is spoken on this port; check the address";
const refusedHandshake = "TLS handshake refused; set client_cert if it needs one";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host name cannot be resolved",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "the network is unreachable",
  EADDRNOTAVAIL: "the network is unreachable",
  EMFILE: "weir has too many files and connections open",
  ENFILE: "this machine has too many files and connections open",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  CERT_HAS_EXPIRED: "certificate expired; renew it, or check your clock",
  CERT_NOT_YET_VALID: "certificate not valid yet; check your clock",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate; trust it with --cert-bundle",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate is for another host; check the address",
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
};

/** A server rejects the client's certificate only after the client considers the connection established. */
const handshakeAlert =
  /^ERR_SSL_.*_ALERT_(?:.*CERTIFICATE.*|HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED)$/;

function reasonOf(code: string): string | undefined {
  return reasons[code] ?? (handshakeAlert.test(code) ? refusedHandshake : undefined);
}

/** `unreached`: the peer that could not be connected to, undefined if a connection was established. */
export function faultOf(error: unknown, unreached: Unreached | undefined): TransportError {
  const codes = codesOf(error);
  const refusal = proxyRefusal(error, codes);
  const reason = refusal ?? codes.map(reasonOf).find((known) => known !== undefined);
  const isUnsent = unreached !== undefined || refusal !== undefined;
  if (!isUnsent && !codes.some((code) => handshakeAlert.test(code)))
    return new TransportError("maybe", reason ?? "the connection was lost", { cause: error });
  const who = unreached === "proxy" ? "the proxy cannot be reached: " : "";
  const sentence = `${who}${reason ?? "no connection could be made"}`;
  return new TransportError("no", sentence, { cause: error });
}

/** A proxy's error response to CONNECT. undici reports its status in the message only. */
function proxyRefusal(error: unknown, codes: readonly string[]): string | undefined {
  if (!codes.includes("UND_ERR_ABORTED") && !codes.includes("UND_ERR_INVALID_ARG"))
    return undefined;
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error instanceof Error ? error.message : "") ?? [];
  if (status === "407") return "the proxy needs a password: http://name:password@host";
  return status === undefined ? undefined : `the proxy does not connect to it (status ${status})`;
}

/** The codes of an error, of the first of its aggregated errors (one per address tried), and of its cause. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [...own, ...codesOf(inner)];
}
