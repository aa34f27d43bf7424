/** The program's exit codes. */

export const exitCodes = {
  done: { code: 0, description: "done" },
  refused: {
    code: 1,
    description: "the server or the file system refused; standard error says why",
  },
  usage: {
    code: 2,
    description: "invalid flag or argument, or no terminal where one is required",
  },
  unreachable: { code: 3, description: "the server cannot be reached" },
  signedOut: { code: 4, description: "not signed in: no account, or its key is not valid" },
  unconfirmed: {
    code: 5,
    description: "no answer to a request that changes something: it may have been carried out",
  },
  unwritten: {
    code: 6,
    description: "standard output could not be written; a requested change was carried out",
  },
  unsaved: {
    code: 7,
    description: "the server ignored a part of the change; standard error says which",
  },
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]["code"];

/**
 * Exits the program with a message on standard error; thrown by verbs, caught once. `misuse` is a usage error that the
 * verb's help explains.
 */
export class Exit extends Error {
  readonly code: ExitCode;
  readonly isMisuse: boolean;
  /** Whether the message names the help. */
  readonly refersToHelp: boolean;
  constructor(end: keyof typeof exitCodes | "misuse", sentence: string, refersToHelp = false) {
    super(sentence);
    this.name = "Exit";
    this.isMisuse = end === "misuse";
    this.refersToHelp = refersToHelp;
    this.code = exitCodes[end === "misuse" ? "usage" : end].code;
  }
}

/** A misuse of a verb, with a reference to its help; every other error as it is. */
export function referringToHelp(error: unknown, verb: string): unknown {
  if (!isExit(error) || !error.isMisuse || error.refersToHelp) return error;
  const help = ["weir", verb].join(" ").trim();
  return new Exit("misuse", `${error.message} See ${help} --help.`, true);
}

/** Also true for an Exit of another bundle, which has another class. */
export function isExit(error: unknown): error is Exit {
  return error instanceof Error && error.name === "Exit" && "code" in error;
}
