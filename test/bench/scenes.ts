/** Typing, moving the selection, switching topics, paging: each key is timed until its effect is on the screen. */
import { systemClock } from "#base/clock.ts";
import { type Latency, latencyOf } from "./figures.ts";
import {
  hasMessages,
  isComposing,
  isWritten,
  named,
  paneText,
  selection,
  title,
} from "./screen-conditions.ts";
import type { TimedProgram } from "./timed-program.ts";

/** Presses the next key of a scene; returns the milliseconds until its effect. */
export type Pressing = (at: number) => Promise<number>;

/** weir and the floor program, which gets keys in between. */
export type Programs = {
  readonly weir: TimedProgram;
  /** Presses a key of the floor program. */
  readonly pressFloor: Pressing;
  /** weir's counts: messages in memory, and unread IDs. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  /** The number of keys per scene. */
  readonly keys: number;
};

export const key = {
  escape: "\x1b",
  killLine: "\x15",
  erase: "\x7f",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  back: "\x1b[1;3D",
  forward: "\x1b[1;3C",
};

const letters = "abcdefghijklmnopqrstuvwxyz";
const letterAt = (at: number) => letters[(at * 7) % letters.length] ?? "a";

/** Random intervals of 45 to 70 ms between keys, so that they do not align with timers. */
const pause = () => systemClock.sleep((45 + Math.random() * 25) / 2);

/** Keys without a visible effect are omitted; more than this mean that the scene is broken. */
const maxMisses = 5;

/** Presses `count` keys, with a key for the floor program after each. */
export async function timed(
  { weir, pressFloor }: Programs,
  scene: string,
  count: number,
  press: Pressing,
  budget95?: number,
): Promise<Latency> {
  const [taken, floorTaken]: [number[], number[]] = [[], []];
  let misses = 0;
  const [cpuBefore, bytesBefore] = [weir.cpuMs(), weir.bytes()];
  for (let at = 0; at < count; at += 1) {
    try {
      taken.push(await press(at));
    } catch (error) {
      misses += 1;
      if (misses > maxMisses) throw error;
    }
    await pause();
    floorTaken.push(await pressFloor(at));
    await pause();
  }
  const cpuMs = weir.cpuMs() - cpuBefore;
  const bytes = weir.bytes() - bytesBefore;
  return latencyOf(
    scene,
    named(weir),
    { taken, floor: floorTaken, cpuMs, bytes },
    named(weir) === "200x60" ? budget95 : undefined,
  );
}

/** Types letters, and starts again when the line is full. */
export function floorTypist(floor: TimedProgram): Pressing {
  const lineLength = 40;
  const shows = (text: string) => (program: TimedProgram) =>
    program.line(2).trimEnd() === `> ${text}`.trimEnd();
  let text = "";
  return async (at) => {
    if (text.length >= lineLength) {
      text = "";
      await floor.key(key.killLine, shows(text));
    }
    text += letterAt(at);
    return floor.key(letterAt(at), shows(text));
  };
}

/** Types into the composer, after a unique word by which each letter can be found. */
export async function composerTypist(weir: TimedProgram): Promise<Pressing> {
  await weir.until(isComposing, "the composer");
  const lineLength = weir.columns >= 120 ? 48 : 28;
  const mark = "qxqz";
  let text = "";
  return async (at) => {
    if (text === "" || text.length >= lineLength) {
      if (text !== "") await weir.key(key.killLine, (seen) => !isWritten(mark)(seen));
      text = mark;
      await weir.key(mark, isWritten(mark));
      await pause();
    }
    text += letterAt(at);
    return weir.key(letterAt(at), isWritten(text));
  };
}

/** Clears the composer and returns the focus to the pane. */
export async function leaveComposer(weir: TimedProgram): Promise<void> {
  weir.write(key.killLine);
  await systemClock.sleep(100);
  weir.write(key.escape);
  await weir.until((seen) => !isComposing(seen), "the pane");
}

/** Opens the next unread conversation. */
export async function openNext(weir: TimedProgram): Promise<void> {
  const before = title(weir);
  await weir.key("n", (seen) => title(seen) !== before);
  await weir.until(hasMessages, "messages");
}

/** Opens all messages at the end. */
export async function openAll(weir: TimedProgram): Promise<void> {
  weir.write("ga");
  await weir.until((seen) => /everything/i.test(title(seen)) && hasMessages(seen), "all messages");
  await systemClock.sleep(300);
}

export async function typing(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  await openNext(weir);
  weir.write("r");
  const typed = await composerTypist(weir);
  for (let at = 0; at < 15; at += 1) {
    await typed(at);
    await pause();
  }
  const latency = await timed(programs, "type", programs.keys, typed, 6);
  await leaveComposer(weir);
  return [latency];
}

/** Types and erases letters of `@an`: each key searches all people of the realm. */
export async function completing(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  await openNext(weir);
  weir.write("r");
  await weir.until(isComposing, "the composer");
  weir.write("qxqz @a");
  await weir.until(isWritten("qxqz @a"), "the mention");
  await systemClock.sleep(300);
  const press = (at: number) =>
    at % 2 === 0
      ? weir.key("n", isWritten("qxqz @an"))
      : weir.key(key.erase, (seen) => !isWritten("qxqz @an")(seen));
  const latency = await timed(programs, "complete", programs.keys, press, 16);
  await leaveComposer(weir);
  return [latency];
}

export async function selecting(programs: Programs): Promise<readonly Latency[]> {
  const { weir, keys } = programs;
  await openAll(weir);
  const press = (at: number) => {
    const before = selection(weir);
    return weir.key(at < keys * 0.55 ? "k" : "j", (seen) => selection(seen) !== before);
  };
  weir.write("k");
  await systemClock.sleep(300);
  return [await timed(programs, "select", keys, press, 8)];
}

/** Switches to unopened conversations, then back and forth between opened ones. */
export async function switching(programs: Programs): Promise<readonly Latency[]> {
  const { weir, keys } = programs;
  const untilContent: number[] = [];
  const openNew = async () => {
    const before = title(weir);
    const pressedAt = performance.now();
    const painted = await weir.key("n", (seen) => title(seen) !== before);
    const filledAt = await weir.until(hasMessages, "messages of a new topic");
    untilContent.push(filledAt - pressedAt);
    return painted;
  };
  const fresh = await timed(programs, "switch to a new topic: its frame", keys / 2, openNew);
  const filled = latencyOf("switch to a new topic: its messages", named(weir), {
    taken: untilContent,
    floor: [],
    cpuMs: Number.NaN,
    bytes: Number.NaN,
  });
  const trail = 10;
  const toAndFro = (at: number) => {
    const [titleBefore, textBefore] = [title(weir), paneText(weir)];
    const isBack = at % (2 * trail) < trail;
    return weir.key(
      isBack ? key.back : key.forward,
      (seen) => title(seen) !== titleBefore && paneText(seen) !== textBefore && hasMessages(seen),
    );
  };
  const known = await timed(programs, "switch topic", keys, toAndFro, 10);
  return [known, fresh, filled];
}

export async function paging(programs: Programs): Promise<readonly Latency[]> {
  const { weir, keys } = programs;
  await openAll(weir);
  const turn = (bytes: string) => {
    const before = paneText(weir);
    return weir.key(bytes, (seen) => paneText(seen) !== before && hasMessages(seen));
  };
  const stretch = 10;
  // The pages were loaded before, so that this measures drawing, not the server.
  for (let at = 0; at < 2 * stretch + 2; at += 1) {
    await turn(key.pageUp);
    await systemClock.sleep(120);
  }
  const press = (at: number) => turn(at % (2 * stretch) < stretch ? key.pageDown : key.pageUp);
  return [await timed(programs, "page", keys, press, 10)];
}
