/** Closing the organization: whoever listens is told, and nobody gets past the door any more. */
import { unauthorized } from "#realm/credentials.ts";
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { realmId } from "#realm/state/files.ts";

/** Only the state file's owner can take it back. */
export function closeRealm(server: Server): void {
  commit(server, { kind: "realm closed" });
  announceToAll(server, "realm", { op: "deactivated", realm_id: realmId });
}

const closed = "This organization has been deactivated";

/** For those who come with a key. */
export function requireOpenRealm({ state }: Server): void {
  if (state.furnishings.isClosed) throw unauthorized(closed);
}

/** For those who come with a password. */
export function requireSignIns({ state }: Server): void {
  if (!state.furnishings.isClosed) return;
  throw new Refusal(closed, { code: "REALM_DEACTIVATED", status: 401 });
}
