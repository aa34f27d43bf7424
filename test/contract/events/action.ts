/** An action of a user in the event tests, as a value: a run is a list of actions, and any sublist is a run, too. */
import { people, streams } from "../../support/small-blueprint.ts";

/** An action makes the same request whichever others were removed; numbers are indices into lists. */
export type Action = {
  readonly kind: string;
  readonly who: number;
  readonly a: number;
  readonly b: number;
  /** Whether all clients poll afterwards, or let events accumulate. */
  readonly isPolled: boolean;
  /** What each client does afterwards, see `habits.ts`; 0: it polls and applies the events. */
  readonly luck: number;
};

export type Doing = Pick<Action, "a" | "b"> & {
  /** UNIX seconds. */
  readonly now: number;
  /** A word that occurs only in this action's texts. */
  readonly token: string;
  /** IDs of sent messages, newest last. */
  readonly ids: readonly number[];
};

export type Call = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The content of an uploaded file. */
  readonly file?: string;
};

/** A request, or a changed setting of the realm; undefined: a minute passes. */
export type Operation = Call | { readonly property: string; readonly value: unknown } | undefined;

export type Perform = (doing: Doing) => Operation;

type Asking = (path: string, parameters?: Call["parameters"]) => Call;

const asking =
  (method: Call["method"]): Asking =>
  (path, parameters = {}) => ({ method, path, parameters });

export const post = asking("POST");
export const patch = asking("PATCH");
export const remove = asking("DELETE");

export function one<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T;
}

export const isEven = ({ b }: Pick<Doing, "b">) => b % 2 === 0;

/** One of the newest messages. */
export function recent(ids: readonly number[], at: number): number {
  return ids.at(-1 - (at % Math.min(ids.length, 10))) as number;
}

export const { ana, bo, cleo, don, gus, eva, robot } = people;

/** The users with clients: an owner, an administrator, a moderator, a member and a guest. */
export const clientUsers = [cleo, don, bo, ana, gus] as const;

/** All streams, including those created during a run. */
export const everyStream = [...Object.values(streams), 7, 8, 9];
export const everyGroup = [1, 10, 11];

/** Names of streams created in runs: public and private ones. */
export const openNames = ["made 0", "made 1"];
export const closedNames = ["vault0", "vault1", "vault2"];
export const names = [
  "general",
  "dev",
  "secret",
  "news",
  "other",
  "web",
  ...openNames,
  ...closedNames,
];

export function actionOf(
  kind: string,
  who: number,
  a = 0,
  b = 0,
  isPolled = true,
  luck = 0,
): Action {
  return { kind, who, a, b, isPolled, luck };
}
