/** A home folder whose configuration file has accounts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { folder } from "./folder.ts";

/** Writes the lines to the configuration file of a new home folder. */
export function configuredHome(...lines: readonly string[]) {
  const home = folder();
  mkdirSync(`${home}/.config/weir`, { recursive: true });
  const path = `${home}/.config/weir/config.toml`;
  writeFileSync(path, lines.join("\n"), { mode: 0o600 });
  return { home, path };
}
