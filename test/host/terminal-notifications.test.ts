import fc from "fast-check";
import { expect, test } from "vitest";
import { plain, safeLine, safeText } from "#base/safe-text.ts";
import {
  createNotifier,
  notificationKind,
  notificationSequence,
} from "#host/terminal-notifications.ts";
import { anyText } from "../support/any-text.ts";
import { fakeClock } from "../support/clock.ts";
import { notifyingTerminal } from "../support/notifying-terminal.ts";
import { runs } from "../support/runs.ts";

test.each([
  [{ TERM: "xterm-256color" }, "bell"],
  [{ TERM: "xterm-kitty" }, "osc99"],
  [{ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }, "osc99"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "osc9"],
  [{ TERM: "xterm-ghostty" }, "osc9"],
  [{ TERM: "foot" }, "osc777"],
  [{ TERM: "tmux-256color", TERM_PROGRAM: "WezTerm" }, "bell"],
  [{ TERM: "xterm-kitty", TMUX: "/tmp/tmux" }, "bell"],
] as const)("%o is notified by %s", (environment, kind) => {
  expect(notificationKind("auto", environment, false)).toBe(kind);
  expect(notificationKind("off", environment, false)).toBe("off");
});

const ana = { title: plain("Ana Ruiz"), body: plain("lunch; or later?") };

test.each([
  ["osc9", "\x1b]9;Ana Ruiz: lunch, or later?\x1b\\"],
  ["osc99", "\x1b]99;i=weir:d=0;Ana Ruiz\x1b\\\x1b]99;i=weir:d=1:p=body;lunch, or later?\x1b\\"],
  ["osc777", "\x1b]777;notify;Ana Ruiz;lunch, or later?\x1b\\"],
  ["bell", "\x07"],
  ["off", ""],
] as const)("%s has its own form", (kind, bytes) => {
  expect(notificationSequence(kind, ana)).toBe(bytes);
});

test("no text can end the escape sequence or start another", () => {
  const kinds = fc.constantFrom("osc9", "osc99", "osc777");
  const text = anyText(300);
  fc.assert(
    fc.property(kinds, text, text, (kind, title, body) => {
      const bytes = notificationSequence(kind, { title: safeLine(title), body: safeText(body) });
      const [first = "", ...rest] = bytes.split("\x1b\\");
      expect(rest.at(-1)).toBe("");
      for (const part of [first, ...rest.slice(0, -1)])
        expect(part.slice(2)).not.toMatch(/\p{Cc}/u);
      if (kind === "osc9") expect(first.split(";")).toHaveLength(2);
    }),
    { numRuns: runs(1) },
  );
});

const buttons = ["Done", "Reply", "Later"];

/** A notifier on a terminal, and what the user chose on its notifications, by title. */
function notifierOn(
  options: Pick<Parameters<typeof notifyingTerminal>[0], "ability" | "inTmux"> = {},
  environment: Readonly<Record<string, string>> = { TERM: "xterm-256color" },
) {
  const clock = fakeClock();
  const listeners = new Set<(sequence: string) => void>();
  const says = (sequence: string) => {
    for (const hear of listeners) hear(sequence);
  };
  const terminal = notifyingTerminal({ ...options, says });
  const pane = { isActive: true };
  let written = "";
  let ids = 0;
  const notifier = createNotifier({
    environment: { ...environment, ...(options.inTmux && { TMUX: "/tmp/tmux" }) },
    write: (text) => {
      written += text;
      terminal.writes(text);
    },
    listen: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    newId: () => {
      ids += 1;
      return String(ids);
    },
    isActivePane: () => Promise.resolve(pane.isActive),
    clock,
  });
  const chosen: string[] = [];
  const shows = (title: string) =>
    notifier.show({ title: plain(title), body: plain("lunch?"), buttons }, "auto", (button) => {
      chosen.push(`${title}: ${button === undefined ? "itself" : buttons[button]}`);
    });
  return {
    notifier,
    terminal,
    says,
    shows,
    chosen,
    clock,
    written: () => written,
    listeners,
    pane,
  };
}

test("a terminal that says it can gets buttons, and what is chosen on them is heard once", () => {
  const { terminal, shows, chosen, says } = notifierOn();
  shows("Ana");
  shows("Mei");
  const [ana, mei] = terminal.shown();
  expect(ana).toMatchObject({ title: "Ana", body: "lunch?", buttons });
  terminal.clicks(mei!, "Reply");
  terminal.clicks(ana!);
  for (const one of [ana!, mei!]) terminal.clicks(one, "Done");
  says(`\x1b]99;i=${ana!.name};2\x1b\\`);
  expect(chosen).toEqual(["Mei: Reply", "Ana: itself"]);
});

test("one is taken away when that is asked for, and answers nothing afterwards", () => {
  const { terminal, shows, chosen, notifier } = notifierOn();
  const close = shows("Ana");
  shows("Mei");
  const [ana] = terminal.shown();
  close();
  expect(terminal.shown()).toMatchObject([{ title: "Mei" }]);
  terminal.clicks(ana!, "Done");
  notifier.closeAll();
  expect(terminal.shown()).toEqual([]);
  expect(chosen).toEqual([]);
});

test.each([
  ["has no buttons", "a=focus,report:p=title,body,?,close", "reports"],
  ["cannot take them away", "a=focus,report:p=title,body,?,buttons", "shows"],
  ["reports nothing", "a=focus:p=title,body,?,close,buttons", "shows"],
] as const)("a terminal that %s is not asked for what it lacks", (_, ability, left) => {
  const { terminal, shows, chosen } = notifierOn({ ability });
  shows("Ana");
  const [ana] = terminal.shown();
  expect(ana).toMatchObject({ title: "Ana", body: "lunch?", buttons: [] });
  expect(ana!.name === "weir").toBe(left === "shows");
  terminal.clicks(ana!, "Done");
  expect(chosen).toEqual([]);
  shows("Mei");
  terminal.clicks(terminal.shown().at(-1)!);
  expect(chosen).toEqual(left === "shows" ? [] : ["Mei: itself"]);
});

test("a terminal that says nothing is notified as its name has it", () => {
  const { terminal, shows, written } = notifierOn({}, { TERM: "xterm-256color" });
  terminal.isReplaced();
  const silent = notifierOn({ ability: undefined }, { TERM: "foot" });
  silent.terminal.isReplaced();
  shows("Ana");
  expect(written()).toContain("Ana");
  for (const TERM of ["linux", "dumb", "screen-256color"])
    expect(notifierOn({}, { TERM }).written()).toBe("");
});

test("inside tmux the terminal around it is asked and told", async () => {
  const { terminal, shows, chosen, clock } = notifierOn({ inTmux: true });
  await clock.pass(0);
  const close = shows("Ana");
  await clock.pass("3 s");
  expect(terminal.shown()).toMatchObject([{ title: "Ana", buttons }]);
  terminal.clicks(terminal.shown()[0]!, "Later");
  shows("Mei")();
  await clock.pass("3 s");
  close();
  expect(chosen).toEqual(["Ana: Later"]);
  expect(terminal.all()).toHaveLength(1);
  expect(terminal.bells()).toBe(0);
});

test("while another pane of tmux is active, nothing asks for answers, which would be keys there", async () => {
  const { terminal, shows, clock, pane } = notifierOn({ inTmux: true });
  await clock.pass(0);
  pane.isActive = false;
  shows("Ana");
  await clock.pass("3 s");
  expect(terminal.all()).toEqual([]);
  expect(terminal.bells()).toBe(1);
});

test("if another terminal is around tmux by now, the bell rings instead", async () => {
  const { terminal, shows, clock } = notifierOn({ inTmux: true });
  await clock.pass(0);
  shows("Ana");
  await clock.pass("3 s");
  expect(terminal.bells()).toBe(0);
  terminal.isReplaced();
  for (const bells of [1, 2]) {
    shows("Mei");
    await clock.pass("3 s");
    expect(terminal.bells()).toBe(bells);
  }
});

test("of many, the oldest are taken away", () => {
  const { terminal, shows } = notifierOn();
  for (let count = 0; count < 40; count += 1) shows(`No. ${count}`);
  expect(terminal.shown()).toHaveLength(32);
  expect(terminal.shown().at(-1)?.title).toBe("No. 39");
});

test("nothing is heard after the end", () => {
  const { notifier, terminal, shows, chosen, listeners } = notifierOn();
  shows("Ana");
  const [ana] = terminal.shown();
  notifier.stop();
  terminal.clicks(ana!);
  expect(chosen).toEqual([]);
  expect(listeners.size).toBe(0);
});

test("only the names of what is shown answer, each once, whatever else is said", () => {
  const name = fc.oneof(
    fc.integer({ min: 0, max: 12 }).map((id) => `weir-${id}`),
    fc.constantFrom("weir", "0", "", "weir-1:p=close", "weir-01", "WEIR-1"),
    anyText(8),
  );
  const payload = fc.oneof(
    fc.constantFrom("", "0", "1", "2", "3", "4", "9", "10", "-1", "1 ", "Done"),
    anyText(8),
  );
  const part = fc.constantFrom("", ":p=close", ":p=?", ":p=title", ":p=alive", ":a=report");
  const step = fc.oneof(
    fc.record({ kind: fc.constant("show" as const) }),
    fc.record({ kind: fc.constant("says" as const), name, part, payload }),
    fc.record({ kind: fc.constant("raw" as const), text: anyText(40) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { shows, says, chosen, terminal } = notifierOn();
      const open = new Set<string>();
      const expected: string[] = [];
      const saysOf = (about: string, part: string, text: string) => {
        if (answers(open, about, part, text)) expected.push(choiceOf(about, text));
        if (answers(open, about, part, text)) open.delete(about);
        says(`\x1b]99;i=${about}${part};${text}\x1b\\`);
      };
      for (const each of steps) {
        if (each.kind === "says") saysOf(each.name, each.part, each.payload);
        else if (each.kind === "raw") says(`\x1b]99;${each.text}\x1b\\`);
        else {
          shows(`No. ${terminal.all().length + 1}`);
          open.add(terminal.all().at(-1)!.name);
        }
      }
      expect(chosen).toEqual(expected);
    }),
    { numRuns: runs(20) },
  );
});

function answers(open: ReadonlySet<string>, name: string, part: string, payload: string): boolean {
  const isPlain = part === "" || part === ":a=report";
  return name.startsWith("weir-") && open.has(name) && isPlain && /^[123]?$/.test(payload);
}

function choiceOf(name: string, payload: string): string {
  return `No. ${name.slice("weir-".length)}: ${buttons[Number(payload) - 1] ?? "itself"}`;
}

test("what tmux was asked about when the terminal is given away is not shown any more", async () => {
  const { terminal, notifier, shows, written, clock } = notifierOn({ inTmux: true });
  await clock.pass("1 s");
  shows("Ana");
  notifier.closeAll();
  const before = written();
  await clock.pass("5 s");
  expect([terminal.shown(), written()]).toEqual([[], before]);
  shows("Mei");
  await clock.pass("5 s");
  expect(terminal.shown()).toMatchObject([{ title: "Mei" }]);
});
