/** Long texts in the composer: typing at the end, and pasting a megabyte. */
import { systemClock } from "#base/clock.ts";
import type { Latency } from "./figures.ts";
import { composerTypist, leaveComposer, openNext, type Programs, timed } from "./scenes.ts";
import { isComposing, isWritten } from "./screen-conditions.ts";
import type { TimedProgram } from "./timed-program.ts";

const selectAll = "\x1ba";
const preview = "\x1bp";
const erase = "\x7f";

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

const prose = "Some **words** of a long text, with `code`, and :tada: in between. ";

async function openComposer(weir: TimedProgram): Promise<void> {
  await openNext(weir);
  weir.write("r");
  await weir.until(isComposing, "the composer");
}

async function leaveText(weir: TimedProgram): Promise<void> {
  weir.write(selectAll);
  weir.write(erase);
  await systemClock.sleep(200);
  await leaveComposer(weir);
}

/** Types at the end of a text. */
async function typingBehind(
  programs: Programs,
  name: string,
  text: string,
  isPreviewed = false,
): Promise<Latency> {
  const { weir } = programs;
  await openComposer(weir);
  weir.write(paste(`${text}\nqxzend\n`));
  await weir.until(isWritten("qxzend"), "the long text");
  if (isPreviewed) weir.write(preview);
  await systemClock.sleep(500);
  const typed = await composerTypist(weir);
  for (let at = 0; at < 15; at += 1) {
    await typed(at);
    await systemClock.sleep(50);
  }
  const latency = await timed(programs, `compose: ${name}`, programs.keys / 2, typed, 10);
  if (isPreviewed) weir.write(preview);
  await leaveText(weir);
  return latency;
}

/** Types after 5,000 characters, without and with a preview, and after 10,000 lines. */
export async function composing(programs: Programs): Promise<readonly Latency[]> {
  const text = prose.repeat(75).slice(0, 5_000);
  const short = await typingBehind(programs, "5,000 characters", text);
  const previewed = await typingBehind(programs, "5,000 characters, previewed", text, true);
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at} of a long text`).join("\n");
  return [short, previewed, await typingBehind(programs, "10,000 lines", lines)];
}

/** Pastes a megabyte, until its end is in the composer. */
export async function pasting(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  await openComposer(weir);
  const line = "a line of the text that is pasted, with a few words\n";
  const megabyte = line.repeat(Math.ceil(2 ** 20 / line.length)).slice(0, 2 ** 20);
  const press = async (at: number) => {
    const end = `qxz${at}end`;
    const taken = await weir.key(paste(`${megabyte}${end}`), isWritten(end));
    weir.write(selectAll);
    await weir.key(erase, (seen) => !isWritten(end)(seen));
    await systemClock.sleep(300);
    return taken;
  };
  await press(99);
  const latency = await timed(
    programs,
    "paste a megabyte",
    Math.ceil(programs.keys / 20),
    press,
    200,
  );
  await leaveText(weir);
  return [latency];
}
