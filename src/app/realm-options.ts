/** Which realm to serve; separate from the realm itself, which the chat screen must not load. */

import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, lowerWord, oneOf, text, wholeNumber } from "#cli/invocation.ts";

export type RealmServerOptions = {
  readonly seed: "demo" | "empty" | "big";
  /** Whether keys and passwords are those of the seed, which anybody can know; else they are random. */
  readonly fixedKeys: boolean;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly level: number | undefined;
  /** What the service's own names begin with; undefined: the realm's usual word. */
  readonly brand: string | undefined;
  /** The seed of the variation; undefined: none. */
  readonly variation: number | undefined;
  /** Where it is kept over restarts; undefined: nowhere. */
  readonly state: string | undefined;
  readonly rateLimit: boolean;
  readonly residents: boolean;
};

/** Throws an Exit for options that do not go together. */
export function realmServerOptions(invocation: Invocation): RealmServerOptions {
  const fixedKeys = invocation.options["fixedKeys"] === true;
  if (fixedKeys && text(invocation, "seed") === undefined)
    throw new Exit("usage", "--fixed-keys needs --seed: name the realm whose keys you know.");
  return {
    seed: oneOf(invocation, "seed", ["demo", "empty", "big"]),
    fixedKeys,
    port: wholeNumber(invocation, "port", 65_535) ?? 0,
    host: text(invocation, "host") ?? "127.0.0.1",
    level: wholeNumber(invocation, "level"),
    brand: lowerWord(invocation, "brand"),
    variation: wholeNumber(invocation, "weather"),
    state: text(invocation, "state"),
    rateLimit: invocation.options["rateLimit"] !== false,
    residents: invocation.options["residents"] !== false,
  };
}
