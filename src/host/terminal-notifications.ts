/**
 * Notifications through the terminal: a sequence that it supports, or its bell.
 *
 * A terminal that knows kitty's protocol (OSC 99) whole also reports what the user chose on a notification, and takes it
 * away. Each has a random name, and an answer counts once, and only if it has the name of one that is shown: what is
 * pasted, or written by another program, answers nothing.
 */
import type { Clock } from "#base/clock.ts";
import { partOf, type SafeText } from "#base/safe-text.ts";
import { isConsole, isDumb } from "./environment.ts";
import type { Environment } from "./paths.ts";

/** The escape sequence to use. `osc9` has one text, the other two a title and a body; `bell` has none. */
export type NotificationKind = "osc9" | "osc99" | "osc777" | "bell" | "off";

export type Notification = {
  readonly title: SafeText;
  readonly body: SafeText;
  /** What can be chosen besides the notification itself, where the terminal has buttons. */
  readonly buttons: readonly string[];
};

export type Notifier = {
  /**
   * Shows one, as configured. `choose` hears what the user chooses, at most once, where the terminal reports that: the
   * index of a button, or undefined for the notification itself. The returned function takes it away again.
   */
  readonly show: (
    notification: Notification,
    configured: NotificationKind | "auto",
    choose: (button: number | undefined) => void,
  ) => () => void;
  /** Takes away all that can be answered: an answer to another program would be keys to it. */
  readonly closeAll: () => void;
  readonly stop: () => void;
};

type NotifierOptions = {
  readonly environment: Environment;
  /** Drops what is written while another program has the terminal. */
  readonly write: (text: string) => unknown;
  /** Receives each control sequence that is not a key; the returned function unsubscribes. */
  readonly listen: (hear: (sequence: string) => void) => () => void;
  /** A new random identifier. */
  readonly newId: () => string;
  /** Whether this is the active pane of tmux: what the terminal around tmux says goes there, whichever asked. */
  readonly isActivePane: () => Promise<boolean>;
  readonly clock: Pick<Clock, "after">;
};

/** One that can be answered. */
type Shown = {
  /** How many it has. */
  readonly buttons: number;
  readonly choose: (button: number | undefined) => void;
};

/** Beyond so many, the oldest is taken away. */
const mostShown = 32;

export function createNotifier(options: NotifierOptions): Notifier {
  if (options.environment["TMUX"]) return notifierInTmux(options);
  const notifier = directNotifier(options);
  if (mayAsk(options.environment)) notifier.ask();
  return notifier;
}

type DirectNotifier = Notifier & {
  /** Asks the terminal what it can do; calls `answered` once when it says so. */
  readonly ask: (answered?: () => void) => void;
  /** Whether it has said so. */
  readonly isAble: () => boolean;
  /** Another terminal may be there now. */
  readonly forget: () => void;
};

function directNotifier({ environment, write, listen, newId }: NotifierOptions): DirectNotifier {
  const shown = new Map<string, Shown>();
  let ability: Ability | undefined;
  let heardFrom = () => {};
  const close = (name: string) => {
    if (shown.delete(name)) write(sequence(`i=${name}:p=close`));
  };
  const choose = (name: string, button: number | undefined) => {
    const notification = shown.get(name);
    if (notification === undefined || (button ?? -1) >= notification.buttons) return;
    // Not every terminal takes away what was chosen on.
    close(name);
    notification.choose(button);
  };
  const deafen = listen((heard) => {
    const answer = readAnswer(heard);
    switch (answer?.kind) {
      case "able":
        ability = answer.ability;
        return heardFrom();
      case "chosen":
        return choose(answer.name, answer.button);
      case undefined:
    }
  });
  return {
    ask: (answered = () => {}) => {
      heardFrom = answered;
      write(question);
    },
    isAble: () => ability !== undefined,
    forget: () => {
      ability = undefined;
    },
    show: (notification, configured, chooses) => {
      const kind = notificationKind(configured, environment, ability !== undefined);
      if (kind !== "osc99" || ability === undefined || ability === "shows") {
        write(notificationSequence(kind, notification));
        return () => {};
      }
      const name = `weir-${newId()}`;
      for (const oldest of [...shown.keys()].slice(0, -(mostShown - 1))) close(oldest);
      const buttons = ability === "offers" ? notification.buttons : [];
      shown.set(name, { buttons: buttons.length, choose: chooses });
      write(answerable(name, { ...notification, buttons }));
      return () => close(name);
    },
    closeAll: () => {
      for (const name of [...shown.keys()]) close(name);
    },
    stop: deafen,
  };
}

/** After this long without an answer, the terminal around tmux is another one now. */
const answerMs = 2_000;

/**
 * tmux passes sequences on if it is set to. Answers go to its active pane, where they would be keys of another program: so
 * the terminal is asked only while that is this one, and else the bell rings, which tmux shows at the window.
 */
function notifierInTmux(options: NotifierOptions): Notifier {
  const { environment, isActivePane, clock } = options;
  const write = (text: string) =>
    void options.write(text.startsWith(osc99) ? passedThrough(text) : text);
  const direct = directNotifier({ ...options, write });
  /** How often all were taken away: what tmux was asked for before is not shown any more. */
  let turn = 0;
  let forget = () => {};
  const ask = () => {
    forget();
    forget = clock.after(answerMs, () => {
      direct.forget();
      write(bell);
    });
    direct.ask(forget);
  };
  if (mayAsk(environment)) void isActivePane().then((isActive) => isActive && direct.ask());
  return {
    ...direct,
    show: (notification, configured, choose) => {
      const own = turn;
      let isOver = false;
      let takeAway = () => {};
      const show = async () => {
        const isOsc99 = notificationKind(configured, environment, direct.isAble()) === "osc99";
        const isPassed = isOsc99 && direct.isAble() && (await isActivePane());
        if (isOver || own !== turn) return;
        if (isPassed) ask();
        takeAway = direct.show(notification, isOsc99 && !isPassed ? "bell" : configured, choose);
      };
      void show();
      return () => {
        isOver = true;
        takeAway();
      };
    },
    closeAll: () => {
      turn += 1;
      // The terminal's answer may go to the program that has it now.
      forget();
      direct.closeAll();
    },
    stop: () => {
      turn += 1;
      forget();
      direct.stop();
    },
  };
}

/** As configured; `auto` depends on the terminal: on what it told, or on its name, and is the bell if that is unknown. */
export function notificationKind(
  chosen: NotificationKind | "auto",
  environment: Environment,
  hasOsc99: boolean,
): NotificationKind {
  if (chosen !== "auto") return chosen;
  if (hasOsc99) return "osc99";
  const { TERM = "", TERM_PROGRAM = "", TMUX, STY, KITTY_WINDOW_ID } = environment;
  // A multiplexer drops the sequences but forwards the bell.
  if (TMUX || STY || /^(?:tmux|screen)/.test(TERM)) return "bell";
  if (KITTY_WINDOW_ID || /kitty/.test(TERM)) return "osc99";
  if (/^(?:iTerm\.app|WezTerm|ghostty)$/i.test(TERM_PROGRAM) || /ghostty/.test(TERM)) return "osc9";
  return /^(?:foot|rxvt-unicode|contour)/.test(TERM) ? "osc777" : "bell";
}

/** A terminal that might print the question is not asked. */
function mayAsk(environment: Environment): boolean {
  const { TERM = "", TMUX, STY } = environment;
  if (isDumb(environment) || isConsole(environment) || STY) return false;
  return TMUX !== undefined || !TERM.startsWith("screen");
}

// The sequences.

const longestTitle = 60;
const longestBody = 160;
const esc = "\u001b";
const start = `${esc}]`;
const end = `${esc}\\`;
const bell = "\u0007";
const osc99 = `${start}99;`;

/** The sequence for the terminal; empty for `off`. */
export function notificationSequence(
  kind: NotificationKind,
  { title, body }: Pick<Notification, "title" | "body">,
): string {
  const [head, text] = [cut(title, longestTitle), cut(body, longestBody)];
  const whole = text === "" ? head : `${head}: ${text}`;
  switch (kind) {
    case "osc9":
      return `${start}9;${whole}${end}`;
    case "osc99":
      return sequence("i=weir:d=0", head) + sequence("i=weir:d=1:p=body", text);
    case "osc777":
      return `${start}777;notify;${head};${text}${end}`;
    case "bell":
      return bell;
    case "off":
      return "";
  }
}

/** One of which the terminal reports what was chosen on it. */
function answerable(name: string, { title, body, buttons }: Notification): string {
  return [
    sequence(`i=${name}:d=0:a=focus,report`, cut(title, longestTitle)),
    ...(buttons.length > 0 ? [sequence(`i=${name}:d=0:p=buttons`, buttons.join("\u2028"))] : []),
    sequence(`i=${name}:d=1:p=body`, cut(body, longestBody)),
  ].join("");
}

function sequence(fields: string, text = ""): string {
  return `${osc99}${fields};${text}${end}`;
}

/** Each sequence wrapped, so that tmux hands it to the terminal around it. */
function passedThrough(text: string): string {
  return text
    .split(end)
    .slice(0, -1)
    .map((each) => `${esc}Ptmux;${(each + end).replaceAll(esc, esc + esc)}${end}`)
    .join("");
}

/** A semicolon ends a field, and after digits it starts other commands: in some terminals `9;4;` is a progress bar. */
function cut(text: SafeText, longest: number): SafeText {
  const line = text.replace(/[;\n]/g, (sign) => (sign === ";" ? "," : " "));
  const short = line.length > longest ? `${line.slice(0, longest).toWellFormed()}...` : line;
  return partOf(short);
}

// What the terminal says.

/** Shows notifications; also reports what was chosen on them and takes them away; also offers buttons. */
type Ability = "shows" | "reports" | "offers";

type TerminalAnswer =
  | { readonly kind: "able"; readonly ability: Ability }
  /** The index of the button; undefined: the notification itself. */
  | { readonly kind: "chosen"; readonly name: string; readonly button: number | undefined };

const asking = "weir-asks";
const question = sequence(`i=${asking}:p=?`);
const answerPattern = new RegExp(`^${esc}\\]99;([^;]{0,400});([^;]{0,400})(?:${bell}|${esc}\\\\)$`);

function readAnswer(heard: string): TerminalAnswer | undefined {
  const [, about, text = ""] = answerPattern.exec(heard) ?? [];
  if (about === undefined) return undefined;
  const fields = fieldsOf(about);
  const name = fields.get("i") ?? "";
  switch (fields.get("p")) {
    case "?":
      return name === asking ? { kind: "able", ability: abilityIn(fieldsOf(text)) } : undefined;
    case undefined:
      if (text === "") return { kind: "chosen", name, button: undefined };
      return /^[1-9]$/.test(text) ? { kind: "chosen", name, button: Number(text) - 1 } : undefined;
    default:
      return undefined;
  }
}

function fieldsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(":").flatMap((field) => {
      const [key, value] = field.trim().split("=", 2);
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** One that cannot take notifications away is not asked for answers: they would reach whatever runs next. */
function abilityIn(fields: ReadonlyMap<string, string>): Ability {
  const lists = (key: string, value: string) =>
    fields.get(key)?.split(",").includes(value) === true;
  if (!lists("a", "report") || !lists("p", "close")) return "shows";
  return lists("p", "buttons") ? "offers" : "reports";
}
