/** Several accounts in one program: keys in the list of all their conversations, memory, and when all of it is there. */
import { mkdirSync, writeFileSync } from "node:fs";
import { openRealmServer } from "#app/realm-server.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { accountSection } from "../support/correspondent.ts";
import { quietRealm } from "../support/quiet-realm.ts";
import type { Figure, Latency } from "./figures.ts";
import { freshHome, type Home, openConfigured } from "./programs.ts";
import { composerTypist, leaveComposer, openNext, type Programs, timed } from "./scenes.ts";
import { named, selection, title } from "./screen-conditions.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

/** The demo in this process, which is idle while keys are timed. */
const openDemo = () =>
  openRealmServer({ ...quietRealm, seed: "demo" }, systemClock, unpredictable, silent);

type Demo = Awaited<ReturnType<typeof openDemo>>;

function configure(home: Home, demos: readonly Demo[]): void {
  const sections = demos.map(({ url, accounts: [first] }, at) => {
    const { email = "", api_key: key = "" } = first ?? {};
    const environment = { WEIR_SITE: url, WEIR_EMAIL: email, WEIR_API_KEY: key };
    return accountSection(`account${at}`, { environment });
  });
  mkdirSync(`${home.path}/.config/weir`, { recursive: true });
  writeFileSync(`${home.path}/.config/weir/config.toml`, sections.join("\n"), { mode: 0o600 });
}

/** The number of rows of all accounts. */
const rowsOf = (weir: TimedProgram) =>
  Number(/(?:Every account|Unread) (\d+)/.exec(title(weir))?.[1]);

/** Without a change for this long, all accounts have their content. */
const settledMs = 3_000;

/** When the list got its last rows. */
async function completed(weir: TimedProgram): Promise<number> {
  await weir.until((seen) => rowsOf(seen) > 0, "rows", 60_000);
  let [rows, at] = [rowsOf(weir), performance.now()];
  while (performance.now() - at < settledMs) {
    await systemClock.sleep(5);
    if (rowsOf(weir) !== rows) [rows, at] = [rowsOf(weir), performance.now()];
  }
  return at;
}

const there = (weir: TimedProgram) => `${selection(weir)} ${title(weir)}`;

const changes = (weir: TimedProgram, bytes: string) => {
  const before = there(weir);
  return weir.key(bytes, (seen) => there(seen) !== before);
};

/** On a realm of its own each. */
export async function workingInAccounts(
  size: Size,
  count: number,
  channel: string,
  parts: Omit<Programs, "weir">,
): Promise<{ readonly latencies: readonly Latency[]; readonly figures: readonly Figure[] }> {
  const demos = await Promise.all(Array.from({ length: count }, openDemo));
  const home = freshHome();
  configure(home, demos);
  const weir = openConfigured(size, home, channel);
  const programs = { ...parts, weir };
  const scene = (what: string) => `${count} account${count === 1 ? "" : "s"}: ${what}`;
  try {
    const content = (await completed(weir)) - weir.startedAt;
    const residentMb = weir.residentMb();
    const rows = rowsOf(weir);
    const keys = { move: ["j", "k"], done: ["e", "u"] };
    const latencies: Latency[] = [];
    for (const [what, [out = "", back = ""]] of Object.entries(keys))
      latencies.push(
        await timed(programs, scene(what), parts.keys, (at) =>
          changes(weir, at % 2 === 0 ? out : back),
        ),
      );
    await openNext(weir);
    weir.write("r");
    const type = await composerTypist(weir);
    latencies.push(await timed(programs, scene("type"), parts.keys, type));
    await leaveComposer(weir);
    const figure = (name: string, value: number, unit: string): Figure => ({
      name: `${scene(name)} at ${named(size)}`,
      value,
      unit,
      budget: undefined,
      note: `${rows} conversations`,
    });
    return {
      latencies,
      figures: [
        figure("exec → content of all", content, "ms"),
        figure("memory", residentMb, "MB"),
        figure("memory after the keys", weir.residentMb(), "MB"),
      ],
    };
  } finally {
    await weir.end();
    home.remove();
    await Promise.all(demos.map((demo) => demo.close()));
  }
}
