/** What a program has proposed. */

import type { IntentId } from "#journal/intent.ts";
import type { Proposal } from "#journal/proposals.ts";
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
