/** What premises go by: the exchange, the realm that is to be asked, and what its words and its path name. */
import type { Realm } from "#realm/realm.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Exchange } from "../../support/recordings.ts";
import { listOf } from "../fields.ts";

export type Scene = {
  readonly server: Server;
  readonly realm: Realm;
  readonly exchange: Exchange;
  /** Whoever asks; undefined without an account. */
  readonly me: Person | undefined;
  /** The number in the path behind that step. */
  readonly idAfter: (step: string) => number | undefined;
  readonly isDone: boolean;
  readonly words: string;
  /** To be called where the realm's state is changed past its journal. */
  readonly touch: () => void;
};

export type Premise = (scene: Scene) => void;

/** Members of a scene that hold nobody's number. */
export const nobody = 0;

/** The largest public stream of whoever asks. */
export function ownStream({ server, me }: Scene): number {
  const own = [...server.state.streams.byId.values()]
    .filter(({ subscribers, inviteOnly }) => subscribers.has(me?.id ?? nobody) && !inviteOnly)
    .sort((a, b) => b.subscribers.size - a.subscribers.size);
  return own[0]?.id ?? nobody;
}

export function param({ exchange }: Scene, name: string): string {
  return exchange.request.params?.[name] ?? "";
}

/** The IDs, or what else a list of them holds, that a parameter names. */
export function idList<T = number>(text: string): readonly T[] {
  return listOf(text) as readonly T[];
}

export function namedGroup({ state }: Server, name: string): number | undefined {
  return [...state.people.groups.values()].find((one) => one.name === name)?.id;
}
