/** One HTTP exchange as a function, so that tests can pass the embedded realm instead of a network. */
import type { WasSent } from "./failure.ts";

export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form-encoded, or a multipart body that is read as it is sent, with its length among the headers; undefined for GET. */
  readonly body: string | AsyncIterable<Uint8Array<ArrayBuffer>> | undefined;
  /** The maximum size of the answer in megabytes; 32 by default. */
  readonly limitMb?: number;
  /** Consumes the chunks of a successful answer, whose text is empty then. */
  readonly take?: (part: Uint8Array) => Promise<void>;
  /** Called when a part of the answer has arrived. */
  readonly onPart?: () => void;
  /** The server answers it when something happens, so that its time tells nothing about the line. */
  readonly isHeld?: boolean;
  /** What has arrived is kept as bytes until then; absent: it is decoded at once. */
  readonly decodeAfter?: Promise<unknown> | undefined;
};

export type HttpAnswer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The limit in megabytes that the answer exceeded; its text is empty then. */
  readonly exceededMb?: number;
};

/** The abort reason of a request that timed out. */
export class Deadline extends Error {}

/** Rejects with a TransportError, or with the signal's reason. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

/** No response: whether the request may have arrived, and a short reason. */
export class TransportError extends Error {
  readonly sent: WasSent;
  constructor(sent: WasSent, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "TransportError";
    this.sent = sent;
  }
}
