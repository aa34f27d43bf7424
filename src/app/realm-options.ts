/** Options of the embedded realm; a module of its own because the chat screen must not load the realm itself. */

import { wordList } from "#base/word-list.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, lowerWord, oneOf, text, wholeNumber } from "#cli/invocation.ts";
import { type SignInWay, signInWays } from "#realm/sign-in-ways.ts";
import { newestLevel, oldestLevel } from "#wire/levels.ts";

export type RealmServerOptions = {
  readonly seed: "demo" | "empty" | "big";
  /** Whether keys and passwords are the seed's, which are public; otherwise they are random. */
  readonly fixedKeys: boolean;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly level: number | undefined;
  /** The prefix of the service's own names, if not the default. */
  readonly brand: string | undefined;
  /** The seed of the variation. */
  readonly variation: number | undefined;
  /** The state file, if anything is persisted. */
  readonly state: string | undefined;
  /** In the order in which they are offered, if not a password alone. */
  readonly signIn?: readonly SignInWay[] | undefined;
  readonly rateLimit: boolean;
  readonly residents: boolean;
};

/** Throws an Exit for incompatible options. */
export function realmServerOptions(invocation: Invocation): RealmServerOptions {
  const fixedKeys = invocation.options["fixedKeys"] === true;
  if (fixedKeys && text(invocation, "seed") === undefined)
    throw new Exit("misuse", "--fixed-keys needs --seed: name the realm whose keys you know.");
  return {
    seed: oneOf(invocation, "seed", ["demo", "empty", "big"]),
    fixedKeys,
    port: wholeNumber(invocation, "port", 65_535) ?? 0,
    host: text(invocation, "host") ?? "127.0.0.1",
    level: wholeNumber(invocation, "level", newestLevel, oldestLevel),
    brand: lowerWord(invocation, "brand"),
    variation: wholeNumber(invocation, "variation"),
    state: text(invocation, "state"),
    signIn: ways(text(invocation, "signIn")),
    rateLimit: invocation.options["rateLimit"] !== false,
    residents: invocation.options["residents"] !== false,
  };
}

function ways(typed: string | undefined): readonly SignInWay[] | undefined {
  return typed?.split(",").map((word) => {
    const way = signInWays.find((each) => each === word);
    if (way !== undefined) return way;
    const sentence = `--sign-in takes ${wordList(signInWays, "or")}, separated by commas, not "${word}".`;
    throw new Exit("misuse", sentence);
  });
}
