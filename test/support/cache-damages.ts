/** What may have happened to an account's cache file while weir did not run. */
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** `other` is the file of another account. */
export const cacheDamages = {
  "is not a database": (path) => writeFileSync(path, "x".repeat(20_000)),
  "is cut off": (path) => truncateSync(path, 9_000),
  "is empty": (path) => writeFileSync(path, ""),
  "is overwritten in the middle": (path) => {
    const bytes = readFileSync(path);
    // All but the first pages and the last, wherever SQLite has put what.
    bytes.fill(0x5a, 8_192, bytes.length - 4_096);
    writeFileSync(path, bytes);
  },
  "is of a newer version": (path) => {
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 999");
    database.close();
  },
  "is of an older version": (path) => {
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 1");
    database.close();
  },
  "is another account's": (path, other) => copyFileSync(other, path),
  "is a folder": (path) => {
    rmSync(path);
    mkdirSync(join(path, "below"), { recursive: true });
  },
} as const satisfies Readonly<Record<string, (path: string, other: string) => void>>;
