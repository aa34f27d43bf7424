/**
 * The saved replica: its sections, in sets of one moment.
 *
 * Every process that has the account open keeps a set of its own, because each only writes what has changed since its
 * last round. The one that was saved last is loaded, and those of processes that have ended are erased.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import type { ArchiveChange, SavedRealm } from "./archive.ts";

export const sectionTables = `
  CREATE TABLE saves (
    owner TEXT PRIMARY KEY, turn INTEGER NOT NULL, saved_at INTEGER NOT NULL) STRICT;
  CREATE TABLE sections (
    owner TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (owner, name)) STRICT`;

/** Who opens the file. */
export type Opener = {
  readonly clock: Clock;
  /** Identifies this opening of the file, and tells whether another one's process still runs. */
  readonly holder: { readonly id: string; readonly isAlive: (id: string) => boolean };
};

export function archivedSections(database: DatabaseSync, { clock, holder }: Opener) {
  const sql = statements(database);
  let ownerId = holder.id;
  const stale = new Set<string>();
  let loaded: { readonly owner: string; readonly turn: number } | undefined;

  const erase = (owner: string) => {
    sql.eraseSections.run(owner);
    sql.eraseSave.run(owner);
  };
  /** The loaded set becomes this process's, which only writes what has changed since; or a copy, if its own still runs. */
  const adopt = ({ owner, turn }: NonNullable<typeof loaded>): boolean => {
    if (Number(sql.save.get(owner)?.["turn"]) !== turn) return false;
    const isShared = holder.isAlive(owner);
    (isShared ? sql.copySections : sql.takeSections).run(ownerId, owner);
    (isShared ? sql.copySave : sql.takeSave).run(ownerId, owner);
    for (const other of sql.owners.all().map((row) => String(row["owner"])))
      if (other !== ownerId && !holder.isAlive(other)) erase(other);
    return true;
  };
  const put = ({ name, json }: SectionChange) => {
    if (json === undefined) sql.remove.run(ownerId, name);
    else sql.put.run(ownerId, name, json);
  };
  return {
    /** Call within a transaction, like `save`. */
    load(): SavedRealm | undefined {
      const row = sql.newest.get();
      if (row === undefined) return undefined;
      const owner = String(row["owner"]);
      loaded = owner === ownerId ? undefined : { owner, turn: Number(row["turn"]) };
      const sections = sql.sections
        .all(owner)
        .map(({ name, json }) => ({ name: String(name), json: String(json) }));
      return { sections, savedAt: Number(row["saved_at"]) };
    },
    /** False: others have changed meanwhile what was loaded, so that the differences to it are useless. */
    save(changes: readonly ArchiveChange[]) {
      const sections = changes.filter(isSection);
      if (sections.length === 0) return true;
      if (loaded !== undefined && !adopt(loaded)) return false;
      loaded = undefined;
      for (const owner of stale) if (owner !== ownerId) erase(owner);
      for (const section of sections) put(section);
      sql.stamp.run(ownerId, clock.now());
      return true;
    },
    /** The next round has all sections: what was saved before is erased with it. */
    beginAnew() {
      loaded = undefined;
      stale.add(ownerId);
      ownerId = `${holder.id}:${stale.size}`;
    },
  };
}

type SectionChange = Extract<ArchiveChange, { readonly kind: "section" }>;

function isSection(change: ArchiveChange): change is SectionChange {
  return change.kind === "section";
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    // By turns, because the clock may have been set back.
    newest: prepare("SELECT owner, turn, saved_at FROM saves ORDER BY turn DESC LIMIT 1"),
    owners: prepare("SELECT owner FROM saves"),
    save: prepare("SELECT turn FROM saves WHERE owner = ?"),
    sections: prepare("SELECT name, json FROM sections WHERE owner = ? ORDER BY name"),
    put: prepare("INSERT OR REPLACE INTO sections (owner, name, json) VALUES (?, ?, ?)"),
    remove: prepare("DELETE FROM sections WHERE owner = ? AND name = ?"),
    stamp: prepare(
      `INSERT OR REPLACE INTO saves (owner, turn, saved_at)
       VALUES (?, (SELECT coalesce(max(turn), 0) + 1 FROM saves), ?)`,
    ),
    eraseSections: prepare("DELETE FROM sections WHERE owner = ?"),
    eraseSave: prepare("DELETE FROM saves WHERE owner = ?"),
    takeSections: prepare("UPDATE sections SET owner = ? WHERE owner = ?"),
    takeSave: prepare("UPDATE saves SET owner = ? WHERE owner = ?"),
    copySections: prepare(
      "INSERT INTO sections (owner, name, json) SELECT ?, name, json FROM sections WHERE owner = ?",
    ),
    copySave: prepare(
      "INSERT INTO saves (owner, turn, saved_at) SELECT ?, turn, saved_at FROM saves WHERE owner = ?",
    ),
  };
}
