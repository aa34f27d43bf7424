/** The log, as a port, so that floors below the one that writes files can use it. */

/** Values logged with a message; never secrets or message text. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Log = {
  readonly note: (sentence: string, details?: LogDetails) => void;
  /** A note that is written once a day, however often weir is started: what a server has that weir does not know. */
  readonly noteDaily: (sentence: string, details: LogDetails) => void;
  readonly warn: (sentence: string, details?: LogDetails) => void;
};

/** Discards everything: for tests, and until the log file is open. */
export const silent: Log = {
  note: () => undefined,
  noteDaily: () => undefined,
  warn: () => undefined,
};

/** A key, the digits of a browser's sign-in, what is sealed with them, or a header with a key: known by their form. */
const secret = /\bBasic [\w+/=-]{16,}|(?<![\w-])(?:[\da-f]{64,}|[a-z\d]{32})(?![\w-])/gi;

/** What is written for somebody to pass on: errors of others may quote what they were given. */
export function withoutSecrets(text: string): string {
  return text.replace(secret, "[secret]");
}

/** An error as text for the log, with where it was thrown if that is known. */
export function traceOf(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return withoutSecrets(trace);
}

/** Logs once per name, and nothing more after `most` names, so that the log stays bounded. */
export function oncePerName(
  most = Number.POSITIVE_INFINITY,
): (name: string, tell: () => void) => void {
  const logged = new Set<string>();
  return (name, tell) => {
    if (logged.has(name) || logged.size >= most) return;
    logged.add(name);
    tell();
  };
}
