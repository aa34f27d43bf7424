/**
 * The desktop around the terminal: its browser and its clipboard, if there are any.
 *
 * Programs are started with an argument list and never through a shell, because the arguments come from messages.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { outsideUrl } from "#base/outside-url.ts";
import { withoutControls } from "#base/safe-text.ts";
import { type Fill, fillNewFile } from "./new-file.ts";
import type { Environment } from "./paths.ts";

type Desktop = {
  /** Opens a URL of http, https or mailto by the first program that does; false if none here does. */
  readonly open: (url: string) => Promise<boolean>;
  /** Copies the text; resolves with the names of what accepted it; empty if nothing did. */
  readonly copy: (text: string) => Promise<readonly string[]>;
};

type DesktopOptions = {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Writes to the terminal; false if that takes nothing now. */
  readonly write: (text: string) => boolean;
  readonly clock: Pick<Clock, "after">;
};

type Program = { readonly name: string; readonly argv: readonly string[] };

export function createDesktop(options: DesktopOptions): Desktop {
  const { environment, platform, write, clock } = options;
  return {
    open: async (written) => {
      const url = outsideUrl(written);
      if (url === undefined) return false;
      for (const opener of openers(environment, platform, url)) {
        if (await opens(opener, clock)) return true;
      }
      return false;
    },
    copy: async (text) => {
      // Pasted into a shell, control characters would act as keys.
      const copied = withoutControls(text);
      const sequence = clipboardSequence(copied);
      const ways = sequence !== undefined && write(sequence) ? ["the terminal"] : [];
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
  clock,
}: Omit<DesktopOptions, "write">): FileOpener {
  const isMac = platform === "darwin";
  const isRemote = Boolean(environment["SSH_CONNECTION"]);
  return {
    // With X forwarding there is a display over SSH as well.
    isThere: () => (isMac ? !isRemote : hasDisplay(environment)),
    open: (path) => opens({ name: isMac ? "open" : "xdg-open", argv: [path] }, clock),
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

export function hasDisplay({ DISPLAY, WAYLAND_DISPLAY }: Environment): boolean {
  return Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
}

/** Most openers pass on what they get and end; one that still runs after this long is taken for the browser itself. */
const openerMs = 1_500;

/** Whether the program ends without an error, or goes on. It runs detached, with its output discarded. */
function opens({ name, argv }: Program, clock: DesktopOptions["clock"]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(name, argv, { detached: true, stdio: "ignore" });
    const forget = clock.after(openerMs, () => resolve(true));
    const end = (isOpened: boolean) => {
      forget();
      resolve(isOpened);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
    child.unref();
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

/** Terminals drop sequences that are longer than 100,000 bytes. */
const longestCopy = 74_994;

/** OSC 52; undefined if terminals would drop it. */
function clipboardSequence(text: string): string | undefined {
  const bytes = Buffer.from(text);
  return bytes.length > longestCopy ? undefined : `\x1b]52;c;${bytes.toString("base64")}\x07`;
}

// Files for other programs to open, in folders that only the user can read; deleted when the program exits.

export type PrivateFiles = {
  /**
   * Creates a file that `fill` writes. Resolves with its path; if `fill` rejects, so does this, and nothing is left.
   */
  readonly write: (name: string, fill: Fill) => Promise<string>;
  readonly removeAll: () => Promise<void>;
};

const longestName = 80;

/** The name without parts that would lead to another folder, hide the file or look like an option. */
export function fileName(received: string): string {
  const plain = received
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, "_")
    .replace(/^[.\s-]+|[.\s]+$/g, "");
  if (plain.length <= longestName) return plain || "file";
  const [ending = ""] = /\.[^.]{1,8}$/.exec(plain) ?? [];
  return plain.slice(0, longestName - ending.length).trimEnd() + ending;
}

export function createPrivateFiles(): PrivateFiles {
  const folders = new Set<string>();
  const remove = async (folder: string) => {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  return {
    write: async (name, fill) => {
      const folder = await mkdtemp(join(tmpdir(), "weir-"));
      folders.add(folder);
      const path = join(folder, fileName(name));
      try {
        await fillNewFile(path, fill, { mode: 0o600 });
        return path;
      } catch (error) {
        await remove(folder);
        throw error;
      }
    },
    removeAll: async () => void (await Promise.allSettled([...folders].map(remove))),
  };
}
