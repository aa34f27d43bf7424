/** Follows each intent that enters a phase. */

import type { IntentId, Phase } from "#journal/intent.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { inBackground } from "./background.ts";
import type { SyncContext } from "./context.ts";

/** `failure` is the log's sentence when `work` rejects. */
export function watchPhase(
  context: SyncContext,
  phase: Phase,
  work: (id: IntentId) => Promise<void>,
  failure: string,
): void {
  const { store } = context;
  const followed = new Set<IntentId>();
  const notice = ({ journal }: State) => {
    for (const intent of journal.intents.values()) {
      const { id } = intent;
      if (intent.phase !== phase || followed.has(id)) continue;
      followed.add(id);
      void inBackground(
        context,
        failure,
        work(id).finally(() => followed.delete(id)),
      );
    }
  };
  notice(store.getState());
  follow(store, [parts.intents], notice);
}
