/** What the program's end says to a script. */

export const exitCodes = {
  done: { code: 0, says: "done" },
  refused: {
    code: 1,
    says: "the server or the file system said no; the sentence is on standard error",
  },
  usage: {
    code: 2,
    says: "a flag or an argument is wrong, or there is no terminal where one is needed",
  },
  unreachable: { code: 3, says: "the server cannot be reached" },
  signedOut: { code: 4, says: "not signed in: no account, or its key is not valid" },
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]["code"];

/** Ends the program with a sentence on standard error; thrown by verbs, caught once. */
export class Exit extends Error {
  readonly code: ExitCode;
  constructor(end: keyof typeof exitCodes, sentence: string) {
    super(sentence);
    this.name = "Exit";
    this.code = exitCodes[end].code;
  }
}
