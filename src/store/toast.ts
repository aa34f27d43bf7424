/** Toasts of what happens by itself, or has failed. */
import type { Toast } from "./screen.ts";
import type { Store } from "./state.ts";
import { changeScreen } from "./store.ts";

export function showDone(store: Store, text: string): void {
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "done", undo: false } }));
}

/** With `until`, the error goes with `clearErrorOfOutage`. */
export function showError(store: Store, text: string, until?: Toast["until"]): void {
  const toast: Toast = { text, tone: "error", undo: false, ...(until && { until }) };
  changeScreen(store, (screen) => ({ ...screen, toast }));
}

/** The server responds. */
export function clearErrorOfOutage(store: Store): void {
  changeScreen(store, (screen) =>
    screen.toast?.until === "live" ? { ...screen, toast: undefined } : screen,
  );
}
