/** Paths of weir's files: the XDG folders, and one folder per account. */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export type Folders = {
  readonly config: string;
  readonly data: string;
  readonly state: string;
  readonly cache: string;
  /** Where other programs of this user find a weir that runs; see `private-folder.ts`. */
  readonly runtime: string;
};

/**
 * The folders for this environment. `home` is used if `HOME` is unset. Relative XDG paths are ignored.
 *
 * The entry file is bundled with it and cannot import Node's modules.
 */
export function folders(environment: Environment, home: string): Folders {
  const base = environment["HOME"] || home;
  const folder = (variable: string, fallback: string) => {
    const chosen = environment[variable] || "";
    const parent = chosen.startsWith("/") ? chosen : `${base}/${fallback}`;
    return `${parent.replace(/\/+$/, "")}/weir`;
  };
  const state = folder("XDG_STATE_HOME", ".local/state");
  const isRuntimeSet = environment["XDG_RUNTIME_DIR"]?.startsWith("/") === true;
  return {
    config: folder("XDG_CONFIG_HOME", ".config"),
    data: folder("XDG_DATA_HOME", ".local/share"),
    state,
    cache: folder("XDG_CACHE_HOME", ".cache"),
    // On macOS and in containers. A shared folder for temporary files would be open to other users.
    runtime: isRuntimeSet ? folder("XDG_RUNTIME_DIR", "") : `${state}/run`,
  };
}

export function compiledFolder({ cache }: Folders): string {
  return `${cache}/compiled`;
}

export function configFile({ config }: Folders): string {
  return `${config}/config.toml`;
}

/** What bars read: see `app/status-file.ts`. */
export function statusPath({ runtime }: Pick<Folders, "runtime">): string {
  return `${runtime}/status.json`;
}

/** The folder of an account's durable state: readable and unique. */
export function accountFolder({ data }: Folders, account: { site: string; email: string }): string {
  const { site, email } = account;
  const readable = `${email}-${site.replace(/^https?:\/\//, "")}`
    .toLowerCase()
    .replace(/[^a-z\d@._-]+/g, "-")
    .slice(0, 80);
  return join(data, "accounts", `${readable}-${shortHash(account)}`);
}

/** Where the program that has the account open answers others: short, because the system limits the length. */
export function socketPath(
  { runtime }: Pick<Folders, "runtime">,
  account: { site: string; email: string },
): string {
  return join(runtime, `${shortHash(account)}.socket`);
}

function shortHash({ site, email }: { site: string; email: string }): string {
  return createHash("sha256").update(`${site}\n${email}`).digest("hex").slice(0, 8);
}

/** Expands `~` and `~/…`. */
export function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

/** Resolves a path typed by the user to an absolute one. */
export function absolutePath(path: string, home: string): string {
  return resolve(expandHome(path, home));
}
