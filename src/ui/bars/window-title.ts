/** The title of the terminal's window: the unread count and the realm. */

import type { Clock } from "#base/clock.ts";
import { partOf, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Replica } from "#model/replica.ts";
import { totals } from "#model/select/inbox.ts";
import { accountLabel } from "#store/account.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { countText } from "#ui/spans.ts";

/** At most one change a second. */
const pauseMs = 1_000;

/** `41 unread - Acme (work)`, with the account if there are several; the program's name until the server is known. */
export function windowTitle(view: Replica, account?: string): SafeText {
  if (view.epoch === 0) return plain("weir");
  const { unread, older } = totals(view);
  const realm = safeLine(view.realm.name);
  const name = account === undefined ? realm : partOf(`${realm} (${safeLine(account)})`);
  return unread === 0 ? name : partOf(`${countText(unread)}${older ? "+" : ""} unread - ${name}`);
}

/** Sets the title now, and whenever it changes. The returned function stops it. */
export function watchWindowTitle(
  store: Store,
  clock: Pick<Clock, "after">,
  set: (title: SafeText) => void,
): () => void {
  let shown: SafeText | undefined;
  let cancel: (() => void) | undefined;
  const show = () => {
    cancel = undefined;
    const title = windowTitle(
      store.getState().view,
      accountLabel(store.getState().session.account),
    );
    if (title === shown) return;
    shown = title;
    set(title);
    cancel = clock.after(pauseMs, show);
  };
  show();
  const stop = follow(store, [parts.view], () => {
    if (cancel === undefined) show();
  });
  return () => {
    stop();
    cancel?.();
  };
}
