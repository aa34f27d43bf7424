/** What somebody does in the realm of the event tests, as values: a run is a list of them, and any part of it is a run. */
import { people, streams } from "../../support/small-blueprint.ts";

/** The same action asks for the same, whatever was left out before it; numbers choose from lists. */
export type Action = {
  readonly kind: string;
  readonly who: number;
  readonly a: number;
  readonly b: number;
  /** Whether everybody listens afterwards, or lets events gather. */
  readonly heard: boolean;
  /** How everybody's client lives on afterwards: see `habits.ts`. 0: it asks and takes in what there is. */
  readonly luck: number;
};

export type Doing = Pick<Action, "a" | "b"> & {
  /** UNIX seconds. */
  readonly now: number;
  /** A word that stands in this action's texts alone. */
  readonly token: string;
  /** Messages that people have sent, the newest last. */
  readonly ids: readonly number[];
};

export type Call = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The content of a file that is sent along. */
  readonly file?: string;
};

/** A request, or a setting of the realm that its owner changes. Undefined: a minute goes by. */
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

/** Everybody who listens: an owner, an administrator, a moderator, a member and a guest. */
export const crowd = [cleo, don, bo, ana, gus] as const;

/** All that there are, and those that are made while a run goes. */
export const everyStream = [...Object.values(streams), 7, 8, 9];
export const everyGroup = [1, 10, 11];

/** Words that runs name streams by. Those of the second list are for private ones. */
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

export function does(kind: string, who: number, a = 0, b = 0, heard = true, luck = 0): Action {
  return { kind, who, a, b, heard, luck };
}
