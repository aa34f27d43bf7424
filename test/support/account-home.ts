/** A home folder whose configuration file has accounts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { folder } from "./folder.ts";

type Environment = Readonly<Record<string, string>>;

/** An account's part of a configuration file. */
export function accountSection(
  name: string,
  { environment }: { readonly environment: Environment },
  ...more: readonly string[]
): string {
  const { WEIR_SITE, WEIR_EMAIL, WEIR_API_KEY } = environment;
  const fields = { site: WEIR_SITE, email: WEIR_EMAIL, key: WEIR_API_KEY };
  const lines = Object.entries(fields).map(([field, value]) => `${field} = "${value}"`);
  return [`[accounts.${name}]`, ...lines, "allow_http = true", ...more, ""].join("\n");
}

/** Writes the lines to the configuration file of a new home folder. */
export function configuredHome(...lines: readonly string[]) {
  const home = folder();
  mkdirSync(`${home}/.config/weir`, { recursive: true });
  const path = `${home}/.config/weir/config.toml`;
  writeFileSync(path, lines.join("\n"), { mode: 0o600 });
  return { home, path };
}
