/** What a person asks the server for anew: a list, or somebody whom only the server knows. */
import type { Session } from "./session.ts";
import type { Store } from "./state.ts";
import { changeSession } from "./store.ts";

export type Lookup =
  | { readonly kind: "people" }
  | { readonly kind: "streams" }
  /** Somebody by address, whose card is opened when they are found. */
  | { readonly kind: "address"; readonly email: string };

/** Once, however often it is asked for before the answer. */
export function lookUp(store: Store, lookup: Lookup): void {
  changeSession(store, (session) =>
    isAsked(session, lookup) ? session : { ...session, lookups: [...session.lookups, lookup] },
  );
}

export function answered(store: Store, lookup: Lookup): void {
  changeSession(store, (session) => ({
    ...session,
    lookups: session.lookups.filter((one) => one !== lookup),
  }));
}

function isAsked({ lookups }: Session, { kind }: Lookup): boolean {
  return lookups.some((one) => one.kind === kind);
}
