/** Keeps up with which rules were tested, by other processes too, and says which wait. */
import { lookEvery } from "#base/clock.ts";
import { follow } from "#store/follow.ts";
import { testedIn, testedRow, untestedRules } from "#store/rules.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { reasonOf } from "#sync/context.ts";
import type { StoringContext } from "#sync/storage/disk-writes.ts";

/** About as long as a person takes from one window to another. */
const everyMs = 10_000;

/** Says which rules wait, until they are tested by another process. */
export function startTested({ store, clock, idle, log, storage }: StoringContext): void {
  let told: string | undefined;
  const tell = () => {
    const sentence = waitingSentence(untestedRules(store.getState().session.rules).length);
    const former = told;
    told = sentence;
    const { notice } = store.getState().session;
    if (notice === undefined || notice === former) {
      if (notice !== sentence) changeSession(store, (now) => ({ ...now, notice: sentence }));
    } else if (sentence !== undefined && sentence !== former) sayBriefly(store, sentence);
  };
  const read = async () => {
    if (untestedRules(store.getState().session.rules).length === 0) return;
    try {
      const tested = testedIn(await storage.values(testedRow));
      changeSession(store, (session) => {
        const isSame =
          untestedRules({ ...session.rules, tested }).length ===
          untestedRules(session.rules).length;
        return isSame ? session : { ...session, rules: { ...session.rules, tested } };
      });
    } catch (error) {
      log.warn("It could not be read which rules were tested.", { reason: reasonOf(error) });
    }
    tell();
  };
  const look = () => void idle.during(read());
  follow(store, [({ screen }) => screen.terminal.focused], ({ screen }) => {
    if (screen.terminal.focused) look();
  });
  follow(store, [({ session }) => session.rules.all], () => {
    tell();
    look();
  });
  lookEvery(clock, everyMs, look);
  tell();
}

/** Where the notice says something else. */
function sayBriefly(store: Store, text: string): void {
  changeScreen(store, (screen) =>
    screen.toast === undefined ? { ...screen, toast: { text, tone: "done", undo: false } } : screen,
  );
}

function waitingSentence(count: number): string | undefined {
  if (count === 0) return undefined;
  const [rules, wait, they] =
    count === 1 ? ["1 rule", "waits", "it"] : [`${count} rules`, "wait", "they"];
  return `${rules} ${wait}: \`weir rules test\` shows what ${they} would do, and lets ${they === "it" ? "it" : "them"} run.`;
}
