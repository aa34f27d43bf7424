/** Collects what the header shows. */

import { memoizeLast } from "#base/memoize-last.ts";
import type { Replica } from "#model/replica.ts";
import { totals } from "#model/select/totals.ts";
import { sendCounts } from "#store/sends.ts";
import { accountLabel, type Session } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { Geometry } from "./geometry.ts";
import { headerLines } from "./header-lines.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";

export function headerPane(
  { style }: PaneParts,
  geometry: (state: State) => Geometry,
): (state: State) => Lines {
  const lines = memoizeLast(
    (
      columns: number,
      realm: Replica["realm"],
      { connection, nextTryAt, quarantined, account }: Session,
      waiting: number,
      undecided: number,
      needYou: number,
      unread: number | undefined,
      unreadOlder: boolean,
    ) =>
      headerLines(style, columns, {
        realm: realm.name,
        account: accountLabel(account),
        connection,
        nextTryAt,
        quarantined,
        sends: { waiting, undecided },
        needYou,
        unread,
        unreadOlder,
      }),
  );
  const sums = memoizeLast((view: Replica) => totals(view));
  return (state) => {
    const { view, session, journal } = state;
    const { needsYou, unread, older } = sums(view);
    const { waiting, undecided } = sendCounts(journal);
    return lines(
      geometry(state).columns,
      view.realm,
      session,
      waiting,
      undecided,
      needsYou,
      view.epoch === 0 ? undefined : unread,
      older,
    );
  };
}
