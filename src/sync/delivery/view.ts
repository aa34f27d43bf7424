/** Delivers changes of views to the server, which stores them for all of the user's clients. */
import { addView, editView, getViews, removeView } from "#api/views.ts";
import type { ViewChange } from "#journal/actions/view.ts";
import type { NavigationView } from "#wire/personal.ts";
import {
  change,
  type DeliveryContext,
  type Effect,
  isEventPending,
  requireLevel,
} from "./effect.ts";

const view: Effect<ViewChange> = {
  // Names are unique: one that is free by an earlier change must be so at the server.
  lane: () => "views",
  deliver: async (departure, { fragment, to }) => {
    requireLevel(departure.connection().level(), "navigationViews");
    const now = await viewNow(departure, fragment);
    if (to === undefined) {
      if (now !== undefined) await change(departure, removeView, { fragment });
      return;
    }
    const { name, isPinned: is_pinned } = to;
    if (now === undefined)
      await change(departure, addView, { fragment, is_pinned, ...(name !== null && { name }) });
    else {
      const changes = {
        ...((now.name ?? null) !== name && name !== null && { name }),
        ...(now.is_pinned !== is_pinned && { is_pinned }),
      };
      if (Object.keys(changes).length > 0)
        await change(departure, editView, { fragment, ...changes });
    }
  },
  isAlreadySo: ({ sentence }, { to }) => to === undefined && /does not exist\.?$/.test(sentence),
};

/** As events tell; fetched if an earlier request may have changed it, or an event is still to come. */
async function viewNow(
  { store, intent, connection, stopped }: DeliveryContext,
  fragment: string,
): Promise<NavigationView | undefined> {
  const { replica, journal } = store.getState();
  const isPending = isEventPending(journal, intent.id, viewEffects);
  if (intent.attempts === 0 && !isPending) return replica.navigationViews.get(fragment);
  const answer = await getViews(connection(), {}, { signal: stopped });
  return answer.navigation_views.find((one) => one.fragment === fragment);
}

export const viewEffects = { view } as const;
