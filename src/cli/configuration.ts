/** The configuration file as it is read for a start, and changing it while others may. */

import { type Config, emptyConfig, readConfig } from "#config/file.ts";
import { type FileResult, readTextFile } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import type { Keyring } from "#host/keyring.ts";
import { configFile, type Environment, expandHome, type Folders } from "#host/paths.ts";
import { updateFile } from "#host/shared-file.ts";
import { Exit, isExit } from "./exit-codes.ts";

export type Places = {
  readonly environment: Environment;
  readonly home: string;
  readonly folders: Folders;
  /** By default the system's. Only used for accounts that are configured to. */
  readonly keyring?: Keyring;
};

export type Configuration = {
  readonly path: string;
  readonly text: string;
  readonly config: Config;
  readonly warnings: readonly string[];
};

/** Reads the configuration file; a missing one is empty unless it was named. Throws an Exit if it is invalid. */
export async function readConfiguration(
  { folders, home }: Places,
  named: string | undefined,
): Promise<Configuration> {
  const path = named === undefined ? configFile(folders) : expandHome(named, home);
  const reading = await readTextFile(path);
  if (reading.kind === "missing" && named !== undefined) throw new Exit("usage", reading.sentence);
  return configurationIn(path, reading);
}

/** An absent file is empty. Throws an Exit if it is invalid. */
function configurationIn(path: string, reading: FileResult): Configuration {
  const nothing = { path, text: "", config: emptyConfig, warnings: [] };
  if (reading.kind === "missing") return nothing;
  if (reading.kind !== "text") throw new Exit("usage", reading.sentence);
  const config = readConfig(reading.text, path);
  if (config.kind === "broken") throw new Exit("usage", config.sentence);
  if (config.holdsKey) requireUnexposed(reading);
  return { path, text: reading.text, config: config.config, warnings: config.warnings };
}

/** That a file cannot be changed by weir. */
export function unchangeable(path: string): string {
  return `${path} cannot be changed without losing other parts of it, so it is unchanged. Edit it by hand.`;
}

/**
 * Changes the configuration file, whoever else writes it meanwhile: `change` makes the new text of what the file contains
 * now, unless that would lose something. Throws an Exit and leaves the file unchanged, or resolves with what it was
 * before.
 */
export async function updateConfiguration(
  path: string,
  change: (now: Configuration) => string | undefined,
): Promise<Configuration> {
  let before: Configuration | undefined;
  try {
    await updateFile(path, (reading) => {
      before = configurationIn(path, reading);
      const text = isWhole(reading) ? change(before) : undefined;
      if (text === undefined) throw new Exit("refused", unchangeable(path));
      return text;
    });
  } catch (error) {
    if (isExit(error)) throw error;
    throw new Exit("refused", `${path} cannot be written: ${reasonOf(error)}.`);
  }
  if (before === undefined) throw new Error("The file was not read.");
  return before;
}

function isWhole(reading: FileResult): boolean {
  return reading.kind !== "text" || reading.isWhole;
}

export function requireUnexposed({ exposed }: { readonly exposed: string | undefined }): void {
  if (exposed !== undefined) throw new Exit("usage", exposed);
}
