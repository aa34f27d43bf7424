/** Changes of what a person keeps on the server beside messages: drafts, scheduled messages, alert words. */
import type { Change } from "./changes.ts";
import type { Personal } from "./personal.ts";
import type { State } from "./state.ts";

type Papers = Extract<
  Change,
  {
    readonly kind:
      | "alert words set"
      | "drafts saved"
      | "draft deleted"
      | "scheduled saved"
      | "scheduled gone";
  }
>;

export function applyToPapers(state: State, personal: Personal, change: Papers): void {
  const { newest } = state;
  switch (change.kind) {
    case "drafts saved": {
      const ids = new Set(change.drafts.map(({ id }) => id));
      personal.drafts = [...personal.drafts.filter(({ id }) => !ids.has(id)), ...change.drafts];
      newest.draft = Math.max(newest.draft, ...ids);
      break;
    }
    case "draft deleted":
      personal.drafts = personal.drafts.filter(({ id }) => id !== change.draftId);
      break;
    case "scheduled saved": {
      const { scheduled } = change;
      const others = personal.scheduled.filter(({ id }) => id !== scheduled.id);
      personal.scheduled = [...others, scheduled].sort((a, b) => a.at - b.at || a.id - b.id);
      newest.scheduled = Math.max(newest.scheduled, scheduled.id);
      break;
    }
    case "scheduled gone":
      personal.scheduled = personal.scheduled.filter(({ id }) => id !== change.scheduledId);
      if (change.isSent) personal.delivered.add(change.scheduledId);
      else personal.delivered.delete(change.scheduledId);
      break;
    case "alert words set":
      personal.alertWords = change.words;
      break;
  }
}
