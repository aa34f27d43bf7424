/** `weir watch --unit`: what starts it with the user's session, for systemd and launchd. */

import { closeSync, openSync, readSync } from "node:fs";

/** A program with its arguments, by absolute paths: the session's environment has no `PATH` of a shell. */
export type StartCommand = readonly string[];

/** The flags of Node with which the first lines of this program start `weir watch`: whoever runs it by Node skips these lines. */
export function ownFlags(program: string): readonly string[] {
  const [, flags = ""] = /\bwatch\) exec node (.*?) "\$0"/.exec(firstLines(program)) ?? [];
  return flags.split(" ").filter((flag) => flag !== "");
}

function firstLines(program: string): string {
  const file = openSync(program, "r");
  try {
    const bytes = Buffer.alloc(4_096);
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

export const unitKinds = ["systemd", "launchd"] as const;

export function unitFor(kind: (typeof unitKinds)[number], command: StartCommand): string {
  return kind === "systemd" ? systemdUnit(command) : launchdAgent(command);
}

/** In quotes, where systemd replaces `%` and `$`. */
function systemdWord(word: string): string {
  const escaped = word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return `"${escaped.replaceAll("\n", "\\n")}"`;
}

/** The variable makes the C library give memory back; the first lines of the program set it, too. */
function systemdUnit(command: StartCommand): string {
  return `# weir watch --unit systemd > ~/.config/systemd/user/weir-watch.service
# systemctl --user enable --now weir-watch
[Unit]
Description=Notifications of team chat, by weir

[Service]
Environment=MALLOC_TOP_PAD_=0
ExecStart=${command.map(systemdWord).join(" ")}
Restart=on-failure
RestartSec=30
UMask=0077

[Install]
WantedBy=default.target
`;
}

function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function launchdAgent(command: StartCommand): string {
  const words = command.map((word) => `    <string>${xmlText(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- In ~/Library/LaunchAgents/weir.watch.plist, to be started by: launchctl load ~/Library/LaunchAgents/weir.watch.plist -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>weir.watch</string>
  <key>ProgramArguments</key>
  <array>
${words.join("\n")}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
</dict>
</plist>
`;
}
