/** What a program has proposed. */

import type { IntentId } from "#journal/intent.ts";
import type { Proposal } from "#journal/proposals.ts";
import type { Store } from "#store/state.ts";
import { changeLocal } from "#store/store.ts";
import { deploy } from "./small-client.ts";

/** A message to `#dev > deploy`; nothing about it is suspect. */
export function proposedMessage(
  id: string,
  createdAt: number,
  content: string,
  rest: Partial<Proposal> = {},
): Proposal {
  return {
    id: id as IntentId,
    createdAt,
    agent: "helper",
    action: { kind: "send", address: deploy, content },
    address: deploy,
    read: ["#dev > deploy"],
    carried: [],
    strange: [],
    ...rest,
  };
}

/** Such a message in the outbox; returns its ID. */
export function propose(store: Store, id: string, createdAt: number, content: string): IntentId {
  const proposal = proposedMessage(id, createdAt, content);
  changeLocal(store, "proposals", new Map([[proposal.id, proposal]]));
  return proposal.id;
}
