/**
 * The desktop around the terminal: its browser and its clipboard, if there are any.
 *
 * Programs are started with an argument list and never through a shell, because the arguments come from messages.
 */
import { spawn } from "node:child_process";
import { outsideUrl } from "#base/outside-url.ts";
import type { Environment } from "./paths.ts";

export type Desktop = {
  /** Opens a URL of http, https or mailto; false if nothing here opens it. */
  readonly open: (url: string) => Promise<boolean>;
  /** Copies the text; resolves with the names of what accepted it; empty if nothing did. */
  readonly copy: (text: string) => Promise<readonly string[]>;
};

export type DesktopOptions = {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
};

type Program = { readonly name: string; readonly argv: readonly string[] };

export function createDesktop({ environment, platform, write }: DesktopOptions): Desktop {
  return {
    open: async (written) => {
      const url = outsideUrl(written);
      if (url === undefined) return false;
      for (const opener of openers(environment, platform, url)) {
        if (await startsProgram(opener)) return true;
      }
      return false;
    },
    copy: async (text) => {
      const copied = withoutControls(text);
      const sequence = clipboardSequence(copied);
      if (sequence !== undefined) write(sequence);
      const ways = sequence === undefined ? [] : ["the terminal"];
      for (const tool of clipboardTools(environment, platform)) {
        if (await pipesTo(tool, copied)) return [tool.name, ...ways];
      }
      return ways;
    },
  };
}

/** Opens files with the desktop's default programs. */
export type FileOpener = {
  /** False over SSH, and on a machine without a display. */
  readonly isThere: () => boolean;
  /** False if nothing here opens files. `path` is absolute. */
  readonly open: (path: string) => Promise<boolean>;
};

export function createFileOpener({
  environment,
  platform,
}: Omit<DesktopOptions, "write">): FileOpener {
  const isMac = platform === "darwin";
  const isRemote = Boolean(environment["SSH_CONNECTION"]);
  return {
    // With X forwarding there is a display over SSH as well.
    isThere: () => (isMac ? !isRemote : hasDisplay(environment)),
    open: (path) => startsProgram({ name: isMac ? "open" : "xdg-open", argv: [path] }),
  };
}

/** `BROWSER` is a list of commands, separated by colons, with `%s` in the place of the URL. */
function openers(
  environment: Environment,
  platform: NodeJS.Platform,
  url: string,
): readonly Program[] {
  const chosen = (environment["BROWSER"] ?? "").split(":").flatMap((command): Program[] => {
    const [name, ...rest] = command.split(" ").filter(Boolean);
    if (name === undefined) return [];
    const argv = command.includes("%s")
      ? rest.map((each) => each.replaceAll("%s", () => url))
      : [...rest, url];
    return [{ name, argv }];
  });
  if (platform === "darwin") return [...chosen, { name: "open", argv: [url] }];
  return hasDisplay(environment) ? [...chosen, { name: "xdg-open", argv: [url] }] : chosen;
}

function hasDisplay({ DISPLAY, WAYLAND_DISPLAY }: Environment): boolean {
  return Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
}

/** Whether the program could be started. It runs detached, with its output discarded. */
function startsProgram({ name, argv }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(name, argv, { detached: true, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

function clipboardTools(environment: Environment, platform: NodeJS.Platform): readonly Program[] {
  if (platform === "darwin") return [{ name: "pbcopy", argv: [] }];
  const wayland = environment["WAYLAND_DISPLAY"] ? [{ name: "wl-copy", argv: [] }] : [];
  const x11 = environment["DISPLAY"]
    ? [
        { name: "xclip", argv: ["-selection", "clipboard"] },
        { name: "xsel", argv: ["--clipboard", "--input"] },
      ]
    : [];
  return [...wayland, ...x11];
}

/** Whether the program read the text and exited with 0. */
function pipesTo({ name, argv }: Program, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(name, argv, { stdio: ["pipe", "ignore", "ignore"] });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    // A program that exits without reading reports that by its exit code.
    child.stdin.once("error", () => undefined);
    child.stdin.end(text);
  });
}

/** Pasted into a shell, control characters would act as keys. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Terminals drop sequences that are longer than 100,000 bytes. */
const longestCopy = 74_994;

/** OSC 52; undefined if terminals would drop it. */
function clipboardSequence(text: string): string | undefined {
  const bytes = Buffer.from(text);
  return bytes.length > longestCopy ? undefined : `\x1b]52;c;${bytes.toString("base64")}\x07`;
}
