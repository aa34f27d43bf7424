/** A terminal that shows notifications by kitty's protocol (OSC 99), and can be told what the user chooses on them. */

export type ShownNotification = {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly buttons: readonly string[];
};

/** What the protocol has of a terminal: its answer to the question what it can do. */
export const kitty = "a=focus,report:c=1:o=always,unfocused:p=title,body,?,close,buttons:u=0,1,2";

const esc = "\u001b";
const notification = new RegExp(`${esc}\\]99;([^;]*);([^${esc}]*)${esc}\\\\`, "g");
const passThrough = new RegExp(`${esc}Ptmux;((?:${esc}${esc}|[^${esc}])*)${esc}\\\\`, "g");

type Options = {
  /** Its answer to the question what it can do; undefined: it does not know the protocol. */
  readonly ability?: string | undefined;
  /** Whether a tmux is in front of it, which takes what is passed through and nothing else. */
  readonly inTmux?: boolean;
  /** Receives what the terminal says. */
  readonly says: (sequence: string) => void;
};

export function notifyingTerminal({ ability = kitty, inTmux = false, says }: Options) {
  const drafts = new Map<string, { title: string; body: string; buttons: readonly string[] }>();
  const shown = new Map<string, ShownNotification>();
  const all: ShownNotification[] = [];
  let bells = 0;
  let knows = true;
  const take = (about: string, payload: string) => {
    const fields = new Map(
      about.split(":").map((field) => field.split("=", 2) as [string, string]),
    );
    const name = fields.get("i") ?? "0";
    const part = fields.get("p") ?? "title";
    if (part === "?") return says(`\x1b]99;i=${name}:p=?;${ability}\x1b\\`);
    if (part === "close") return void shown.delete(name);
    const draft = drafts.get(name) ?? { title: "", body: "", buttons: [] };
    drafts.set(name, draft);
    if (part === "title" || part === "body") draft[part] += payload;
    if (part === "buttons") draft.buttons = payload.split("\u2028");
    if (fields.get("d") === "0") return;
    drafts.delete(name);
    const notification = { name, ...draft };
    shown.set(name, notification);
    all.push(notification);
  };
  return {
    /** What a program writes. */
    writes: (text: string) => {
      const heard = inTmux ? outOfTmux(text) : text;
      bells += text.split("\x07").length - 1;
      if (!knows) return;
      for (const [, about = "", payload = ""] of heard.matchAll(notification)) take(about, payload);
    },
    /** Those that are on the desktop now, the oldest first. */
    shown: () => [...shown.values()],
    /** Every one that was shown. */
    all: () => all,
    bells: () => bells,
    /** The user clicks on one, or on the button with that title. */
    clicks: ({ name, buttons }: ShownNotification, title?: string) => {
      const number = title === undefined ? "" : String(buttons.indexOf(title) + 1);
      // Its window comes to the front first.
      says("\x1b[I");
      says(`\x1b]99;i=${name};${number}\x1b\\`);
      shown.delete(name);
    },
    /** Another terminal, which does not know the protocol, is behind the tmux now. */
    isReplaced: () => {
      knows = false;
    },
  };
}

/** What tmux hands to the terminal around it. */
function outOfTmux(text: string): string {
  const passed = text.matchAll(passThrough);
  return [...passed].map(([, inner = ""]) => inner.replaceAll("\x1b\x1b", "\x1b")).join("");
}
