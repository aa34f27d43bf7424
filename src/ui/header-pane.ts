/** Collects what the header shows. */
import { memoizeFields, memoizeLast } from "#base/memoize-last.ts";
import type { Replica } from "#model/replica.ts";
import { totals } from "#model/select/inbox.ts";
import { accountLabel } from "#store/account.ts";
import { sendCounts } from "#store/sends.ts";
import type { State } from "#store/state.ts";
import type { Geometry } from "./geometry.ts";
import { type HeaderFacts, headerLines } from "./header-lines.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";

export function headerPane(
  { style }: PaneParts,
  geometry: (state: State) => Geometry,
): (state: State) => Lines {
  const lines = memoizeFields(({ columns, ...facts }: HeaderFacts & { readonly columns: number }) =>
    headerLines(style, columns, facts),
  );
  const sums = memoizeLast((view: Replica) => totals(view));
  return (state) => {
    const { view, session, journal } = state;
    const { needsYou, unread, older } = sums(view);
    const { connection, nextTryAt, quarantined, account } = session;
    return lines({
      columns: geometry(state).columns,
      realm: view.realm.name,
      account: accountLabel(account),
      connection,
      nextTryAt,
      quarantined,
      ...sendCounts(journal),
      needYou: needsYou,
      unread: view.epoch === 0 ? undefined : unread,
      unreadOlder: older,
    });
  };
}
