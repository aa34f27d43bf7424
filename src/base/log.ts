/** Where the program writes what a person need not see: a port, so that floors below the files can log. */

/** Values beside a sentence; never secrets, never message text. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Log = {
  readonly note: (sentence: string, details?: LogDetails) => void;
  readonly warn: (sentence: string, details?: LogDetails) => void;
};

/** For tests and for the time before there is a file. */
export const silent: Log = { note: () => undefined, warn: () => undefined };

/** Tells what each name stands for once, and nothing any more after `most` names: a log has an end. */
export function oncePerName(
  most = Number.POSITIVE_INFINITY,
): (name: string, tell: () => void) => void {
  const told = new Set<string>();
  return (name, tell) => {
    if (told.has(name) || told.size >= most) return;
    told.add(name);
    tell();
  };
}
