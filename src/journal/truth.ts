/** The journal's queries on the replica. */
import type { Replica } from "#model/replica.ts";
import type { Agrees } from "./append.ts";
import { actionOf } from "./wish.ts";

/** Whether `replica` already matches a wish. */
export function agreesWith(replica: Replica): Agrees {
  return (wish, became) => actionOf(wish).agrees(replica, wish, became);
}
