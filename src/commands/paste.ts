/** Pastes outside of inputs: they trigger no keys, and go nowhere invisible. */
import type { Clock } from "#base/clock.ts";
import { isConversation } from "#model/narrow.ts";
import { isList } from "#store/lists.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { insert } from "./composer-text.ts";
import { showToast } from "./screen.ts";

/** Pastes into the composer of the open conversation; elsewhere asks for a recipient and keeps the text until then. */
export function pasteOutsideInputs(
  store: Store,
  text: string,
  clock: Pick<Clock, "elapsed">,
): void {
  const { place } = store.getState().screen;
  if (!isList(place) && isConversation(place.narrow)) {
    const address = place.narrow;
    changeScreen(store, (now) => ({ ...now, address, focus: "composer", sidebarShown: false }));
    insert(store, text, clock);
    return;
  }
  changeScreen(store, (now) => ({ ...now, address: undefined }));
  insert(store, text, clock);
  changeScreen(store, (now) => ({
    ...now,
    dialog: { kind: "recipient", want: "stream", text: "", chosen: 0 },
  }));
  showToast(store, "Choose a recipient for the pasted text.");
}
