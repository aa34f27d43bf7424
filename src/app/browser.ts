/** The browser of somebody who signs in: where addresses for it are shown, opened and handed over. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock } from "#base/clock.ts";
import { safeText } from "#base/safe-text.ts";
import type { BrowserPorts } from "#cli/browser-login.ts";
import { createDesktop } from "#host/desktop.ts";
import { asksForLines, isDumb } from "#host/environment.ts";
import { runShell } from "#host/programs.ts";
import { takeScheme, takeSchemeInW3m } from "#host/scheme.ts";
import type { Questions } from "./questions.ts";
import type { Runtime } from "./runtime.ts";

/** The alternate screen has no scrollback: the address contains what decrypts the key. */
const enter = "\u001b[?1049h\u001b[H\u001b[2J";
const leave = "\u001b[?1049l";

/** The word after `weir` by which the desktop calls it (`main.ts`). */
const handOverVerb = "__sign-in";

/** `readsLines`: the user wants no screen. */
export function browserPorts(
  runtime: Runtime,
  { lend }: Pick<Questions, "lend">,
  output: NodeJS.WriteStream,
  readsLines: boolean,
): BrowserPorts {
  const { environment, home, clock } = runtime;
  const { platform } = process;
  const isPlain =
    readsLines || !output.isTTY || asksForLines(environment) !== undefined || isDumb(environment);
  const textBrowser = environment["SSH_CONNECTION"] ? undefined : textBrowserIn(environment);
  /** What w3m is started with. */
  let flags = "";
  /** A browser that has had the terminal leaves another screen. */
  let drawAgain = () => {};
  return {
    clock,
    isKept: isPlain,
    show: (lines) => {
      const text = `${safeText(lines.join("\n"))}\n\n`;
      if (isPlain) {
        output.write(text);
        return () => undefined;
      }
      drawAgain = () => void output.write(`${enter}${text}`);
      drawAgain();
      // Also if the process is told to exit meanwhile.
      const hide = () => void output.write(leave);
      process.once("exit", hide);
      return () => {
        process.off("exit", hide);
        drawAgain = () => {};
        hide();
      };
    },
    open: async (address) => {
      if (textBrowser === undefined) return openPrivately(runtime, address);
      const { url, close } = await onceAt(address, clock);
      if (output.isTTY) await lend(() => runShell(`${textBrowser} ${flags}`, { path: url }));
      close();
      drawAgain();
      return false;
    },
    handOver: async (scheme) => {
      const program = process.argv[1] ?? fileURLToPath(import.meta.url);
      const command = [process.execPath, program, handOverVerb];
      if (nameOf(textBrowser) !== "w3m")
        return takeScheme(scheme, { environment, home, platform, command });
      const taken = await takeSchemeInW3m(scheme, { environment, command });
      flags = taken?.flags ?? "";
      return taken;
    },
  };
}

/** Opens it in a browser with a window of its own, whose arguments do not tell it; false over SSH, and where there is none. */
export async function openPrivately(
  { environment, clock }: Pick<Runtime, "environment" | "clock">,
  address: string,
): Promise<boolean> {
  if (environment["SSH_CONNECTION"] || textBrowserIn(environment) !== undefined) return false;
  const { platform } = process;
  const desktop = createDesktop({ environment, platform, write: () => false, clock });
  const { url, close } = await onceAt(address, clock);
  const isOpened = await desktop.open(url);
  if (!isOpened) close();
  return isOpened;
}

/** Those that take the terminal. */
const textBrowsers = new Set(["w3m", "lynx", "links", "links2", "elinks", "www-browser"]);

function textBrowserIn(environment: Runtime["environment"]): string | undefined {
  const [first = ""] = (environment["BROWSER"] ?? "").split(":");
  return textBrowsers.has(nameOf(first)) && !first.includes("%s") ? first : undefined;
}

function nameOf(command = ""): string {
  const [program = ""] = command.split(" ");
  return basename(program);
}

/** How long a browser may take to start. */
const startMs = 60_000;

/**
 * An address of this machine that leads there once: the arguments of a browser can be read by others for as long as it
 * runs, and the real one is not for them.
 */
async function onceAt(address: string, clock: Pick<Clock, "after">) {
  const path = `/${randomBytes(16).toString("hex")}`;
  const server = createServer((request, response) => {
    const isIt = request.url === path;
    const headers = isIt ? { location: address, "referrer-policy": "no-referrer" } : {};
    response.writeHead(isIt ? 302 : 404, { ...headers, "cache-control": "no-store" }).end();
    if (isIt) close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  const forget = clock.after(startMs, () => close());
  const close = () => {
    forget();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${path}`, close };
}
