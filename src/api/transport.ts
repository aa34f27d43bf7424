/** One HTTP exchange as a function, so that tests can hand over the embedded realm instead of a network. */
import type { Sent } from "./failure.ts";

export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form-encoded, or the bytes of a form with a file; undefined for GET. */
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** The longest answer that is read, in megabytes; 32 when absent. */
  readonly limitMb?: number;
};

export type HttpAnswer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The limit in megabytes, when the answer is longer; its text is empty then. */
  readonly exceededMb?: number;
};

/** The reason of a signal that was aborted because no answer came in time. */
export class Deadline extends Error {}

/** Rejects with a TransportError, or with the signal's reason. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

/** No answer: whether the request may have arrived, and why, in a few words. */
export class TransportError extends Error {
  readonly sent: Sent;
  constructor(sent: Sent, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "TransportError";
    this.sent = sent;
  }
}
