/** Follows each intent that enters a phase. */
import type { IntentId, Phase } from "#journal/intent.ts";
import type { State } from "#store/state.ts";
import { inBackground } from "./background.ts";
import type { SyncContext } from "./context.ts";

/** `failure` is the log's sentence when `follow` rejects. The returned function stops it. */
export function watchPhase(
  context: SyncContext,
  phase: Phase,
  follow: (id: IntentId) => Promise<void>,
  failure: string,
): () => void {
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
        follow(id).finally(() => followed.delete(id)),
      );
    }
  };
  notice(store.getState());
  return store.subscribe((state, last) => {
    if (state.journal.intents !== last.journal.intents) notice(state);
  });
}
