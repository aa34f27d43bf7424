/** Errors of the realm, including refusals with their response. */

import type { ErrorRow } from "#wire/endpoint.ts";
import { type Fill, filled } from "#wire/error-texts.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** Additional keys of the body. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    text: string,
    {
      code = "BAD_REQUEST",
      status = 400,
      extra = {},
    }: {
      readonly code?: string;
      readonly status?: number;
      readonly extra?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(text);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** The declared error with its placeholders filled in. */
export function refusalOf({ text, code, status = 400 }: ErrorRow, fill?: Fill): Refusal {
  return new Refusal(filled(text, fill), { code, status });
}

export function noSuchMessage(): Refusal {
  return new Refusal("Invalid message(s)");
}

export function noSuchStream(): Refusal {
  return new Refusal("Invalid channel ID");
}

/** An invalid value of the parameter `name`. */
export function badValue(name: string, value: unknown): Refusal {
  return new Refusal(`Bad value for '${name}': ${value}`, {
    code: "REQUEST_VARIABLE_INVALID",
    extra: { var_name: name, bad_value: value },
  });
}

export function badQueue(queueId: string): Refusal {
  return new Refusal(`Bad event queue ID: ${queueId}`, {
    code: "BAD_EVENT_QUEUE_ID",
    extra: { queue_id: queueId },
  });
}

/** `text` describes what is wrong with it. */
export function badNarrow(text: string, lead = "Invalid narrow operator"): Refusal {
  return new Refusal(`${lead}: ${text}`, { code: "BAD_NARROW", extra: { desc: text } });
}

/** Closes the connection without a response. */
export class ConnectionCut extends Error {
  constructor() {
    super("The realm cut the connection.");
    this.name = "ConnectionCut";
  }
}

/** The port is in use by another program. */
export class PortTaken extends Error {
  readonly port: number;
  readonly code = "EADDRINUSE";

  constructor(port: number) {
    super(`Port ${port} is taken by another program.`);
    this.name = "PortTaken";
    this.port = port;
  }
}

/** A state file that cannot be read or written; the message says what to do. */
export class StateFileProblem extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "StateFileProblem";
  }
}
