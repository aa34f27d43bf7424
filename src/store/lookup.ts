/** Explicit requests to the server: a list that is fetched again, or a user whom only the server knows. */
import type { Lookup, Session } from "./session.ts";
import type { Store } from "./state.ts";
import { changeSession } from "./store.ts";

/** Ignored while the same request is pending. */
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
