/** Applies changes that affect a single person. */
import type { ChangeOf, PersonalChange } from "./changes.ts";
import { topicKey } from "./messages.ts";
import type { Personal } from "./personal.ts";
import { personalOf, type State, subscriptionOf } from "./state.ts";

const handlers: {
  readonly [K in PersonalChange["kind"]]: (
    personal: Personal,
    change: ChangeOf<K>,
    state: State,
  ) => void;
} = {
  "flag changed": (personal, { flag, op, ids }) => {
    // Unread is stored instead of read, because almost everything is read.
    const set = flag === "read" ? personal.unread : personal[flag];
    const adds = (op === "add") !== (flag === "read");
    for (const id of ids) {
      if (adds) set.add(id);
      else set.delete(id);
    }
  },
  "all read": ({ unread }) => unread.clear(),
  "history taken": ({ historical }, { ids }) => {
    for (const id of ids) historical.add(id);
  },
  "topic policy set": ({ topicPolicies }, { entry }) => {
    const key = topicKey(entry.streamId, entry.topic);
    if (entry.policy === 0) topicPolicies.delete(key);
    else topicPolicies.set(key, entry);
  },
  "subscription set": (personal, { streamId, property, value }, state) => {
    const settings = subscriptionOf(state, personal, streamId);
    if (property === "color") settings.color = String(value);
    else if (property === "is_muted") settings.isMuted = value === true;
    else if (property === "pin_to_top") settings.pinToTop = value === true;
    else settings.overrides[property] = value === true;
  },
  "person muted": ({ mutedPeople }, { otherId, at }) => {
    if (at === undefined) mutedPeople.delete(otherId);
    else mutedPeople.set(otherId, at);
  },
  "setting set": ({ settings }, { property, value }) => void settings.set(property, value),
  "alert words set": (personal, { words }) => {
    personal.alertWords = words;
  },
  "drafts saved": (personal, { drafts }, { newest }) => {
    const ids = new Set(drafts.map(({ id }) => id));
    personal.drafts = [...personal.drafts.filter(({ id }) => !ids.has(id)), ...drafts];
    newest.draft = Math.max(newest.draft, ...ids);
  },
  "draft deleted": (personal, { draftId }) => {
    personal.drafts = personal.drafts.filter(({ id }) => id !== draftId);
  },
  "scheduled saved": (personal, { scheduled }, { newest }) => {
    const others = personal.scheduled.filter(({ id }) => id !== scheduled.id);
    personal.scheduled = [...others, scheduled].sort((a, b) => a.at - b.at || a.id - b.id);
    newest.scheduled = Math.max(newest.scheduled, scheduled.id);
  },
  "scheduled gone": (personal, { scheduledId, isSent }) => {
    personal.scheduled = personal.scheduled.filter(({ id }) => id !== scheduledId);
    if (isSent) personal.delivered.add(scheduledId);
    else personal.delivered.delete(scheduledId);
  },
};

type Handler = (personal: Personal, change: PersonalChange, state: State) => void;

export function applyPersonal(state: State, change: PersonalChange): void {
  (handlers[change.kind] as Handler)(personalOf(state, change.userId), change, state);
}
