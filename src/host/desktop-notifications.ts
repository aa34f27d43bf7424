/**
 * Notifications of the desktop, for a program without a terminal.
 *
 * Programs get title and text as arguments, and never through a shell or as a part of a script, because they come from messages.
 */
import { spawn } from "node:child_process";
import type { SafeText } from "#base/safe-text.ts";
import type { Environment } from "./paths.ts";

type Desktop = { readonly environment: Environment; readonly platform: NodeJS.Platform };

type Program = { readonly name: string; readonly argv: readonly string[] };

const longestTitle = 80;
const longestBody = 300;

/** Whether the desktop was handed it. False where there is no program for it, or it fails. */
export function notifyDesktop(title: SafeText, body: SafeText, desktop: Desktop): Promise<boolean> {
  const { name, argv } = programFor(cut(title, longestTitle), cut(body, longestBody), desktop);
  return new Promise((resolve) => {
    const child = spawn(name, argv, { stdio: "ignore", env: desktop.environment });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    child.unref();
  });
}

function programFor(title: string, body: string, { platform }: Desktop): Program {
  if (platform === "darwin") {
    const shown = "display notification (item 2 of argv) with title (item 1 of argv)";
    const script = ["on run argv", shown, "end run"].flatMap((line) => ["-e", line]);
    return { name: "osascript", argv: [...script, title, body] };
  }
  // Many desktops take the body for markup.
  const plain = body.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return { name: "notify-send", argv: ["--app-name=weir", "--", title, plain] };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function cut(text: SafeText, longest: number): string {
  const line = text.replaceAll("\n", " ");
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}...` : line;
}
