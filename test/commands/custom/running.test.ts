/** The recipes of the guide, run as programs, with whatever people may write. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programsFor } from "#app/custom-programs.ts";
import { systemClock } from "#base/clock.ts";
import { get } from "#base/table.ts";
import type { Desktop, Keys, Program } from "#commands/command.ts";
import { customCommands } from "#commands/custom/commands.ts";
import { runByRule } from "#commands/custom/running.ts";
import { openAt } from "#commands/places/navigation.ts";
import { runRuledCommands } from "#commands/rules/running.ts";
import { openComposer } from "#commands/screen.ts";
import { commands } from "#commands/tables/commands.ts";
import { readConfig } from "#config/file.ts";
import { inputOf } from "#editor/input.ts";
import { composerEditor } from "#store/composer.ts";
import type { DialogOf } from "#store/dialog.ts";
import { nothingRuled } from "#store/rules.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { folder } from "../../support/folder.ts";
import { keyPresser, portsFor } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { isStorm, patientMs } from "../../support/runs.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall, withBo } from "../../support/small-client.ts";

const guide = readFileSync("assets/guide/commands.md", "utf8");
const recipes = guide
  .split("\n\n")
  .filter((block) => block.startsWith("    [[command]]"))
  .map((block) => block.replace(/^ {4}/gm, ""));

function configured(text: string) {
  const reading = readConfig(text, "config.toml");
  if (reading.kind === "broken") throw new Error(reading.sentence);
  const custom = customCommands(reading.config.commands);
  expect([...reading.warnings, ...custom.complaints]).toEqual([]);
  return custom.commands;
}

/** Programs of any name, which write down what reached them, and print a line. */
function recorder(names: readonly string[]) {
  const home = folder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  for (const name of names) {
    const path = join(bin, name);
    const lines = [
      "#!/bin/sh",
      `at="${home}/$(basename "$0").$$"`,
      'printf "%s\\0" "$@" > "$at.arguments"',
      '[ -t 0 ] || cat > "$at.input"',
      'echo "abcdef1 printed"',
    ];
    writeFileSync(path, lines.join("\n"));
    chmodSync(path, 0o755);
  }
  const read = (kind: string) =>
    readdirSync(home)
      .filter((name) => name.endsWith(`.${kind}`))
      .map((name) => readFileSync(join(home, name), "utf8"));
  return {
    home,
    environment: { HOME: home, PATH: `${bin}:/usr/bin:/bin` },
    argumentsOf: () => read("arguments").map((each) => each.split("\0").slice(0, -1)),
    inputs: () => read("input"),
  };
}

const programs = [
  ...["gh", "vim", "trans", "llm", "call", "git", "wl-paste", "pagerctl", "weir"],
  ...["espeak-ng", "ticket"],
];

const streamId = streams.dev as StreamId;

/** What ends a word, a quote or a line of a shell, or begins an option, a variable or a template. */
const openings = [
  "",
  "$(",
  "`",
  '"; ',
  "'; ",
  "| ",
  "&& ",
  "; ",
  "--output=",
  "\\",
  "{{",
  "$IFS",
  "<(",
  "\n",
  "#\r",
];
const orders = [
  "touch owned",
  "touch$IFSowned",
  "touch owned & touch owned",
  "{message.content} {topic} $WEIR_TOPIC; touch owned",
  "printf x > owned",
  "%s%n$HOME ~ * !!; touch owned",
  "abcdef1234 -rf owned",
];
/** What closes it, controls a terminal, or hides the rest. */
const closings = [
  "",
  ")",
  "`",
  '; "',
  "; '",
  "\u{1b}]52;c;b3duZWQ=\u{7}\u{1b}[2J",
  "\u{9b}2J\u{202e}",
];

/** More than five hundred texts that would do something if a shell or a terminal read them. */
const everyHostile = openings.flatMap((opening) =>
  orders.flatMap((order) => closings.map((closing) => `${opening}${order}${closing}`)),
);

/** Those of a plain run: some of every kind. */
const hostile = isStorm
  ? everyHostile
  : [
      "$(touch owned)",
      "--output=owned -rf {message.content} {{topic}}",
      ...everyHostile.filter((_, at) => at % 101 === 0),
    ];

/** Servers take it: it has none of the signs that names cannot have. */
const hostileName = "$(touch owned); touch owned & {topic} '";

/** A client with a message of each text in a topic of that name, and commands that run recorded programs. */
async function startWith(text: string, texts: readonly string[] = ["rolling abcdef1234"]) {
  const keys: Keys = { commands: [...configured(text), ...commands], overrides: {} };
  const recorded = recorder(programs);
  const ids: number[] = [];
  const world = await startSmall({
    first: async (as) => {
      if (texts === hostile) await as(people.bo).patch("/settings", { full_name: hostileName });
      for (const each of texts)
        ids.push(await as(people.bo).say({ streamId, topic: topicOf(each) }, each));
    },
  });
  const { store, clock, settles } = world;
  const real = programsFor(recorded.environment, systemClock, (work) => work());
  const runs: Promise<unknown>[] = [];
  const run: Desktop["run"] = (...call) => {
    const end = real.run(...call);
    runs.push(end);
    return end;
  };
  const desktop = { ...noDesktop, run, runInTerminal: (program: Program) => run(program) };
  const { context } = portsFor(store, noViewport, clock, desktop, keys);
  return {
    ...world,
    ...recorded,
    ids,
    context,
    press: keyPresser(store, noViewport, desktop, clock, keys),
    /** Selects the message of that text, and runs the command. */
    runs: async (id: string, at = 0) => {
      openAt(
        store,
        { kind: "topic", streamId, topic: topicOf(texts[at] ?? "") },
        ids[at] as MessageId,
      );
      await settles();
      keys.commands.find((command) => command.id === id)?.run(context);
    },
    /** Waits for all programs, and for what becomes of their output. */
    ended: async () => {
      for (let at = 0; at < runs.length; at += 1) await runs[at];
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function topicOf(text: string): string {
  return text.replace(/\p{Cc}/gu, "").slice(0, 60);
}

test("the guide has twelve recipes, each of which can be used", () => {
  expect(recipes).toHaveLength(12);
  expect(configured(recipes.join("\n"))).toHaveLength(12);
});

/** Goes on until nothing is asked. */
async function answersAll({ dialog, press, type, ended }: Awaited<ReturnType<typeof startWith>>) {
  const keys = { prompt: "Enter", menu: "y", info: "Esc" };
  for (let asked = dialog(); asked !== undefined; asked = dialog()) {
    if (asked.kind === "prompt" && asked.choices === undefined) type("; touch owned");
    press(keys[asked.kind as keyof typeof keys]);
    await ended();
  }
}

test(
  "no text is executed by a recipe, and none controls the terminal",
  async () => {
    const world = await startWith(recipes.join("\n"), hostile);
    const { store, ended, home, argumentsOf, inputs } = world;
    for (const { id } of configured(recipes.join("\n")))
      for (const at of hostile.keys()) {
        await world.runs(id, at);
        await ended();
        await answersAll(world);
      }
    const names = readdirSync(home);
    expect(names.filter((name) => name.includes("owned"))).toEqual([]);
    expect(existsSync("owned")).toBe(false);
    const passed = [...argumentsOf().flat(), ...inputs()];
    for (const text of hostile.map(topicOf))
      expect(passed.filter((each) => each.includes(text)).length).toBeGreaterThan(4);
    expect(passed.filter((each) => each.includes(hostileName)).length).toBeGreaterThan(4);
    expect(passed.filter((each) => /[^\P{Cc}\n\t]/u.test(each))).toEqual([]);
    expect(readFileSync(join(home, "notes.md"), "utf8")).toContain("touch owned");
    expect(JSON.stringify(composerEditor(store.getState().screen).text)).not.toContain("\\u001b");
  },
  patientMs,
);

const command = (rest: string) => `[[command]]\ntitle = "Ticket"\nkey = "F5"\n${rest}`;

test("a key runs the program on the message, and the first line that it prints is said", async () => {
  const world = await startWith(
    command('run = ["ticket", "{message.sender}", "{message.id}", "{topic}"]\noutput = "notice"'),
  );
  await world.runs("custom.ticket");
  expect(world.toast()).toBe("Running Ticket");
  await world.ended();
  expect(world.argumentsOf()).toEqual([["Bo Lindt", `${world.ids[0]}`, "rolling abcdef1234"]]);
  expect(world.toast()).toBe("abcdef1 printed");
});

test("what it asks for is typed, chosen, or chosen from a program's lines; Esc runs nothing", async () => {
  const world = await startWith(
    command(`run = ["ticket", "{prompt.title}", "{prompt.kind}", "{prompt.commit}"]
input = "{message.content}"
prompts = [
  { name = "title", title = "Title of it" },
  { name = "kind", choices = ["bug", "wish"] },
  { name = "commit", lines = ["grep", "-oE", "[0-9a-f]{7,}"] },
]`),
  );
  const { press, type, dialog, ended, argumentsOf } = world;
  await world.runs("custom.ticket");
  press("Esc");
  expect(dialog()).toBeUndefined();
  await world.runs("custom.ticket");
  expect(dialog()).toMatchObject({ kind: "prompt", title: "Title of it" });
  press("Enter");
  type("It leaks");
  press("Enter");
  press("Down", "Enter");
  await ended();
  expect(dialog()).toMatchObject({ choices: ["abcdef1234"] });
  type("no such line");
  press("Enter");
  expect(dialog()).toBeDefined();
  press("^U", "Enter");
  await ended();
  expect(argumentsOf()).toEqual([["It leaks", "wish", "abcdef1234"]]);
});

test("with confirm nothing runs before its key is pressed again", async () => {
  const world = await startWith(command('run = ["ticket", "{topic}"]\nconfirm = true'));
  await world.runs("custom.ticket");
  expect(world.dialog()).toMatchObject({ kind: "menu", about: { kind: "custom" } });
  world.press("Enter");
  await world.runs("custom.ticket");
  world.press("F5");
  await world.ended();
  expect(world.argumentsOf()).toEqual([["rolling abcdef1234"]]);
});

const dashed = "--output=owned abc";

test.each([
  'run = ["ticket", "{message.content}"]',
  'run = ["ticket", "new", "{message.content}: {topic}"]',
  "run = 'ticket {message.content}'",
  "run = 'ticket \"{message.content}\"'",
])("a text that could be taken for an option is asked about: %s", async (rest) => {
  const world = await startWith(command(rest), [dashed]);
  await world.runs("custom.ticket");
  await world.ended();
  expect(world.argumentsOf()).toEqual([]);
  expect(world.dialog()).toMatchObject({ kind: "menu", about: { kind: "custom" } });
  world.press("F5");
  await world.ended();
  expect(world.argumentsOf()[0]?.some((each) => each.startsWith(dashed))).toBe(true);
});

test.each([
  'run = ["ticket", "--", "{message.content}"]',
  'run = ["ticket", "--text={message.content}"]',
  "run = 'ticket -- {message.content}'",
  "run = 'ticket --text={message.content}'",
  'run = ["ticket"]\ninput = "{message.content}"',
])("where it cannot be an option it is not: %s", async (rest) => {
  const world = await startWith(command(rest), [dashed]);
  await world.runs("custom.ticket");
  await world.ended();
  expect(world.dialog()).toBeUndefined();
  expect(world.argumentsOf()).toHaveLength(1);
});

test("an option that the user types is meant so, and one among lines to choose from is asked about", async () => {
  const prompts = '{ name = "a", title = "Options" }, { name = "b", lines = ["cut", "-c1-8"] }';
  const world = await startWith(
    command(`run = ["ticket", "{prompt.a}", "{prompt.b}"]
input = "{message.content}"
prompts = [${prompts}]`),
    [dashed],
  );
  const { press, type, dialog, ended, argumentsOf } = world;
  await world.runs("custom.ticket");
  type("-v");
  press("Enter");
  await ended();
  press("Enter");
  expect(dialog()).toMatchObject({ kind: "menu", about: { kind: "custom" } });
  press("F5");
  await ended();
  expect(argumentsOf()).toEqual([["-v", "--output"]]);
});

test("its output goes into the composer of the conversation, or into its draft if one went on", async () => {
  const world = await startWith(command('run = ["ticket"]\noutput = "composer"'));
  const { store, ended } = world;
  await world.runs("custom.ticket");
  await ended();
  expect(composerEditor(store.getState().screen).text).toBe("abcdef1 printed");
  expect(world.toast()).toBeUndefined();
  world.press("Esc");
  await world.runs("custom.ticket");
  await ended();
  expect(composerEditor(store.getState().screen).text).toBe("abcdef1 printedabcdef1 printed");
  world.press("^U", "Esc");
  await world.runs("custom.ticket");
  world.press("g", "i");
  await ended();
  const { screen, journal } = store.getState();
  expect(screen.focus).toBe("pane");
  expect([...journal.drafts.values()].map(({ text }) => text)).toEqual([
    "half a",
    "abcdef1 printed",
  ]);
  expect(world.toast()).toBe(
    "You went on meanwhile: its text is in the draft to #dev › rolling abcdef1234.",
  );
});

test("in the composer it is about whom one writes to, whatever the pane shows", async () => {
  const world = await startWith(
    command('context = "composer"\nrun = ["ticket", "{conversation.name}"]'),
  );
  await world.runs("custom.ticket");
  openComposer(world.store, withBo);
  world.press("F5");
  await world.ended();
  expect(world.argumentsOf().at(-1)).toEqual(["Bo Lindt"]);
});

test("what is typed meanwhile stays as it is, and its output waits beside it", async () => {
  const world = await startWith(command('run = ["ticket"]\noutput = "composer"'));
  const { store, press, type, ended } = world;
  await world.runs("custom.ticket");
  press("r");
  type("half");
  press("Left");
  const typed = composerEditor(store.getState().screen);
  await ended();
  expect(composerEditor(store.getState().screen)).toBe(typed);
  press("Alt+o");
  expect(composerEditor(store.getState().screen).text).toBe("abcdef1 printed");
});

test("its output is shown in a window, unless something else was opened", async () => {
  const world = await startWith(command('run = ["ticket"]\noutput = "reader"'));
  await world.runs("custom.ticket");
  await world.ended();
  expect(world.dialog()).toMatchObject({ about: { kind: "printed", text: "abcdef1 printed" } });
  world.press("Esc");
  await world.runs("custom.ticket");
  world.press("^K");
  await world.ended();
  expect(world.dialog()?.kind).toBe("palette");
  expect(world.toast()).toMatch(/^Ticket has ended, but something else was opened/);
});

test.each([
  ['run = ["there-is-none"]', "Ticket was not run: there is no program there-is-none."],
  ['run = "echo no >&2; exit 3"', "Ticket ended with 3: no"],
  ['run = ["ticket", "{message.code}"]', "Ticket: there is no message.code here."],
  ['run = "yes"\noutput = "notice"', "Ticket was ended: it printed more than a megabyte."],
])("what goes wrong is said in a sentence: %s", async (rest, sentence) => {
  const world = await startWith(command(rest));
  await world.runs("custom.ticket");
  await world.ended();
  expect(world.toast()).toBe(sentence);
});

test.each([
  ['run = ["ticket", "{prompt.x}"]', false],
  ["run = 'ticket {prompt.x}'", false],
  ["run = 'ticket \"$WEIR_PROMPT_X\"'", false],
  ['run = ["ticket"]\ninput = "{prompt.x}"', true],
])("a value that no argument or variable can have is not left out: %s", async (rest, runs) => {
  const world = await startWith(command(`${rest}\nprompts = [{ name = "x", title = "What" }]`));
  await world.runs("custom.ticket");
  changeScreen(world.store, (screen) => ({
    ...screen,
    dialog: { ...(screen.dialog as DialogOf<"prompt">), input: inputOf("y".repeat(150_000)) },
  }));
  world.press("Enter");
  await world.ended();
  expect(world.argumentsOf()).toHaveLength(runs ? 1 : 0);
  const refused = "Ticket was not run: {prompt.x} is too long for an argument. Write it in input.";
  expect(world.toast()).toBe(runs ? "Ran Ticket" : refused);
});

test("a rule runs it about the message that came, whatever is selected or being written", async () => {
  const world = await startWith(
    command('run = ["ticket", "{stream}", "{topic}", "{message.id}", "{selection}"]'),
  );
  const { store, press, type, control, settles } = world;
  press("r");
  type("secret");
  press("Alt+a");
  const id = await world.bo.say({ streamId: streams.general, topic: "hello" }, "go");
  await settles();
  runRuledCommands(world.context);
  changeSession(store, (session) => ({
    ...session,
    ruled: {
      ...nothingRuled,
      run: [{ title: "Ticket", rule: "Rule", id: id as MessageId }],
    },
  }));
  await world.ended();
  expect(control.server.state.messages.byId.has(id)).toBe(true);
  expect(world.argumentsOf().at(-1)).toEqual(["general", "hello", `${id}`, "go"]);
});

test.each([
  ['run = ["ticket"]', undefined],
  ['run = ["ticket"]\noutput = "notice"', "abcdef1 printed"],
  ['run = "exit 3"', "Rule Fires: Ticket ended with 3."],
])("a command that a rule runs says nothing unless it has to: %s", async (rest, said) => {
  const world = await startWith(command(rest));
  const id = await world.bo.say({ streamId: streams.general, topic: "hello" }, "go");
  await world.settles();
  const message = get(world.store.getState().view.messages, id as MessageId);
  if (message === undefined) throw new Error("The message did not come.");
  runByRule(world.context, "Ticket", message, "Fires");
  await world.ended();
  expect(world.toast()).toBe(said);
});

test("a rule does not run it with a text that could be taken for an option", async () => {
  const world = await startWith(command('run = ["ticket", "{message.content}"]'));
  const id = await world.bo.say({ streamId: streams.general, topic: "hello" }, dashed);
  await world.settles();
  const message = get(world.store.getState().view.messages, id as MessageId);
  if (message === undefined) throw new Error("The message did not come.");
  runByRule(world.context, "Ticket", message, "Fires");
  await world.ended();
  expect(world.argumentsOf()).toEqual([]);
  expect(world.toast()).toMatch(/^Rule Fires: Ticket was not run: \{message\.content\} begins/);
});
