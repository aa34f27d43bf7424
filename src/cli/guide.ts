/** The pages of the guide: one declaration for README's list of them, `weir man`, and the package. */

/** A description goes on after the name. */
export const guidePages = {
  screen: "what weir shows: connection, inbox, drafts, searches, pictures",
  keys: "the most common keys, how to change them, and keyboards for other scripts",
  "command-line": "every command, exit codes, places, and any call of the API",
  configuration: "every option of the configuration file",
  commands: "commands of your own, which run programs, and twelve recipes",
  agents: "programs that read the chat, and propose what you approve",
  skill: "what programs and agents call, and what not, for their folder of skills",
  rules: "what happens to messages by itself, tested before it runs",
  "other-programs":
    "status bars, commands that a running weir answers, and notifications without a screen",
  servers: "certificates and proxies, and what works with which version of the server",
  accounts: "several accounts at once",
  accessibility: "screen readers, braille displays, contrast, colour and motion",
  terminals: "what weir looks like in which terminal",
  "slow-lines": "what weir transfers and draws, and how it does with less",
  realm: "the demo realm as a server of its own",
} as const;

export type GuidePage = keyof typeof guidePages;

export const guideNames = Object.keys(guidePages) as readonly GuidePage[];

/** From the repository's root, which is also the root of the installed package. */
export function guidePath(name: GuidePage): string {
  // Agents look for a file of this name.
  return `assets/guide/${name === "skill" ? "SKILL" : name}.md`;
}

/** A page without the lines at its beginning that are for agents. */
export function guideText(page: string): string {
  return page.replace(/^---\n.*?\n---\n+/s, "");
}

/** The title of a page, which is its first line. */
export function guideTitle(page: string): string {
  return /^# (.*)/.exec(guideText(page))?.[1] ?? "";
}
