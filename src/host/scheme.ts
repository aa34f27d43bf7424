/**
 * Has the desktop, or w3m, hand over addresses of a scheme to this process, for as long as it waits for one.
 *
 * A helper process waits for the end of this one, however it ends, and restores what was the default before.
 */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hasDisplay } from "./desktop.ts";
import { makeFolder } from "./folders.ts";
import { listenAlone } from "./local-socket.ts";
import type { Environment } from "./paths.ts";
import { quoted } from "./shell-words.ts";

type SchemeOptions = {
  readonly environment: Environment;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The command that gets the socket's path and an address, and calls `deliver`. */
  readonly command: readonly string[];
};

type Deliveries = {
  /** The next address that is handed over, to all who wait for it. */
  readonly next: () => Promise<string>;
  /** Resolves when the desktop is as it was before. */
  readonly end: () => Promise<void>;
};

const entryName = "weir-login.desktop";
const programMs = 5_000;
/** An address is far shorter. */
const longestAddress = 10_000;

/** Its output. Rejects if it fails, or there is no such program. */
function run(name: string, argv: readonly string[], env: Environment): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(name, argv, { env, timeout: programMs }, (error, output) => {
      if (error === null) resolve(output.trim());
      else reject(error);
    });
  });
}

/** Undefined where there is no desktop, or another weir waits already. Leaves nothing behind then. */
export async function takeScheme(
  scheme: string,
  { environment, home, platform, command }: SchemeOptions,
): Promise<Deliveries | undefined> {
  const runtime = environment["XDG_RUNTIME_DIR"];
  const isDesktop = platform === "linux" && hasDisplay(environment);
  if (!isDesktop || environment["SSH_CONNECTION"] || runtime === undefined) return undefined;
  if (!(await isPrivate(runtime))) return undefined;
  const data = environment["XDG_DATA_HOME"] || join(home, ".local", "share");
  const entry = join(data, "applications", entryName);
  const type = `x-scheme-handler/${scheme}`;
  const mime = (...argv: readonly string[]) => run("xdg-mime", argv, environment);
  const folder = await mkdtemp(join(runtime, "weir-login-"));
  const socket = join(folder, "socket");
  const addresses = await listen(socket);
  let restore = async () => rm(folder, { recursive: true, force: true });
  const end = async () => {
    addresses.server.close();
    await restore();
  };
  try {
    const before = await mime("query", "default", type);
    const left = await entryOf(entry);
    if (left !== undefined && (await isListening(left.socket))) throw new Error("Another waits.");
    const former = before === entryName ? (left?.former ?? "") : before;
    restore = restoring([scheme, former, entry, folder], environment);
    makeFolder(dirname(entry));
    await writeFile(entry, entryText({ scheme, socket, former, command }), { mode: 0o600 });
    await mime("default", entryName, type);
    if ((await mime("query", "default", type)) !== entryName) throw new Error("Not the default.");
    return { next: addresses.next, end };
  } catch {
    // Without a handler the address is pasted.
    await end();
    return undefined;
  }
}

/**
 * Has w3m hand over addresses of the scheme: for one that it does not know, it runs a program of this folder. `flags` tell
 * it so, quoted for a shell. Undefined if it cannot be had.
 */
export async function takeSchemeInW3m(
  scheme: string,
  { environment, command }: Pick<SchemeOptions, "environment" | "command">,
): Promise<(Deliveries & { readonly flags: string }) | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "weir-login-"));
  const restore = restoring(["", "", "", folder], environment);
  const [socket, script, list] = [
    join(folder, "socket"),
    join(folder, "weir"),
    join(folder, "schemes"),
  ];
  try {
    const { server, next } = await listen(socket);
    const deliver = [...command, socket].map(quoted).join(" ");
    const text = `#!/bin/sh\n${deliver} "$QUERY_STRING" >/dev/null\n${w3mPage}`;
    await writeFile(script, text, { mode: 0o700 });
    await writeFile(list, `${scheme}: file:/cgi-bin/weir?%s\n`);
    const end = async () => {
      server.close();
      await restore();
    };
    const settings = [`cgi_bin=${folder}`, `urimethodmap=${list}`];
    return { next, end, flags: settings.map((each) => `-o ${quoted(each)}`).join(" ") };
  } catch {
    // Such as for a path that is too long for a socket.
    await restore();
    return undefined;
  }
}

const w3mPage = `printf 'Content-Type: text/plain\\n\\nPress q to go back to weir.\\n'\n`;

async function isPrivate(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined);
  return stats?.uid === process.geteuid?.() && stats !== undefined && (stats.mode & 0o077) === 0;
}

async function listen(path: string) {
  const addresses: string[] = [];
  let arrival = Promise.withResolvers<void>();
  const server: Server = createServer((line) => {
    let text = "";
    line.setEncoding("utf8");
    line.on("error", () => undefined);
    line.on("data", (part: string) => {
      text += part;
      if (text.length > longestAddress) line.destroy();
    });
    line.on("end", () => {
      line.end();
      addresses.push(text);
      arrival.resolve();
    });
  });
  await listenAlone(server, path);
  /** Those who wait together get the same one; one that comes before is kept. */
  let coming: Promise<string> | undefined;
  const arrived = async () => {
    if (addresses.length === 0) await arrival.promise;
    arrival = Promise.withResolvers();
    coming = undefined;
    return addresses.shift() ?? "";
  };
  const next = () => {
    coming ??= arrived();
    return coming;
  };
  return { server, next };
}

type LoginEntry = { readonly socket: string; readonly former: string };

/** What another weir has written there. */
async function entryOf(path: string): Promise<LoginEntry | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return { socket: value("X-Weir-Socket"), former: value("X-Weir-Former") };
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = connect(path);
    line.once("error", () => resolve(false));
    line.once("connect", () => {
      line.destroy();
      resolve(true);
    });
  });
}

/** Unquoted if possible: `xdg-mime` does not find a program in quotes. */
function execWord(word: string): string {
  const written = word.replaceAll("%", "%%");
  if (/^[\w@%+:,./-]+$/.test(written)) return written;
  return `"${written.replace(/["`$\\]/g, "\\$&").replaceAll("\\", "\\\\")}"`;
}

function entryText({
  scheme,
  socket,
  former,
  command,
}: LoginEntry & Pick<SchemeOptions, "command"> & { readonly scheme: string }): string {
  const words = [...command, socket].map(execWord);
  return `[Desktop Entry]
Type=Application
Name=weir
NoDisplay=true
Exec=${words.join(" ")} %u
MimeType=x-scheme-handler/${scheme};
X-Weir-Socket=${socket}
X-Weir-Former=${former}
`;
}

/** Waits for the end of its input. A default that somebody else has set meanwhile stays; without a scheme none was. */
const restoringScript = `cat >/dev/null
type="x-scheme-handler/$1"
[ -z "$1" ] || case "$(xdg-mime query default "$type")" in "" | ${entryName} | "$2")
  list="\${XDG_CONFIG_HOME:-$HOME/.config}/mimeapps.list"
  if [ -n "$2" ]; then
    xdg-mime default "$2" "$type"
  elif [ -f "$list" ] && rest=$(sed "\\|^$type=${entryName};*\\$|d" "$list"); then
    printf '%s\\n' "$rest" >"$list"
  fi
esac
rm -f "$3"
rm -rf "$4"`;

function restoring(argv: readonly string[], environment: Environment): () => Promise<void> {
  const child = spawn("/bin/sh", ["-c", restoringScript, "weir-login", ...argv], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: environment,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  child.stdin.on("error", () => undefined);
  child.unref();
  return async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
}

/** Delivers an address to the weir that waits at the socket; false if none does any more. */
export function deliver(socket: string, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = connect(socket);
    line.once("error", () => resolve(false));
    line.once("connect", () => line.end(address));
    line.once("close", (hasFailed) => resolve(!hasFailed));
  });
}
