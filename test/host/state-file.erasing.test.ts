/** What was deleted is in none of the files, while weir runs and afterwards. */
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import type { StateCall, StoredState } from "#host/rows.ts";
import { openStateFile, type StateFile } from "#host/state-file.ts";
import { fakeClock } from "../support/clock.ts";
import { filesWith, folder, quickFolder } from "../support/folder.ts";

const open = (path: string, id: string) =>
  openStateFile(path, fakeClock(), { id, leaseMs: 30_000, isAlive: () => true });

const put = (name: string, text: string): StateCall[] => [
  { call: "putIntent", args: [{ id: name, createdAt: 1, json: `intent ${text}` }] },
  { call: "putDraft", args: [{ key: name, updatedAt: 1, json: `draft ${text}` }, 1] },
  { call: "putSnooze", args: [{ key: name, json: `snooze ${text}` }] },
  { call: "putStep", args: [{ id: name, at: 1, json: `step ${text}` }] },
];
const remove = (name: string): StateCall[] => [
  { call: "removeIntent", args: [name] },
  { call: "removeDraft", args: [name, 1] },
  { call: "removeSnooze", args: [name] },
  { call: "putStep", args: [{ id: name, at: 1, json: "" }] },
];

test.each([1, 2])("deleted texts are gone from all files when it was tidied (%i)", (seed) => {
  const home = quickFolder();
  const path = join(home, "state.db");
  const random = seeded(seed);
  const [file, other] = [open(path, "a"), open(path, "b")];
  const left = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    for (let at = 0; at < 8; at += 1) {
      const name = `secret-${round}-${at};`;
      file.run(put(name, name + "words ".repeat(Math.floor(random() * (at === 0 ? 3000 : 40)))));
      left.add(name);
    }
    for (const name of left)
      if (random() < 0.4) {
        file.run(remove(name));
        // Erased entries of the undo log keep their numbers and names.
        file.run([{ call: "steps", args: [2, 0] }]);
        left.delete(name);
        expect(file.tidy()).toBeUndefined();
        expect(filesWith(home, name)).toEqual([]);
      }
  }
  for (const name of left) expect(filesWith(home, name)).not.toEqual([]);
  file.close();
  other.close();
});

test("what was replaced goes with what is deleted next, from time to time, and at the end", () => {
  const home = quickFolder();
  const file = open(join(home, "state.db"), "a");
  const ends: readonly (() => void)[] = [
    () => {
      file.run([{ call: "removeSnooze", args: ["none"] }]);
      file.tidy();
    },
    () => file.tidy("all"),
    () => file.close(),
  ];
  for (const [at, end] of ends.entries()) {
    const place = (json: string): StateCall => ({ call: "putPlace", args: [{ key: "p", json }] });
    file.run([place(`secret-${at}`)]);
    file.run([place("other")]);
    end();
    expect(filesWith(home, `secret-${at}`)).toEqual([]);
  }
});

test("while another program reads the file it keeps what was deleted, but no longer", () => {
  const home = quickFolder();
  const path = join(home, "state.db");
  const file = open(path, "a");
  file.run(put("x", "secret"));
  const reader = new DatabaseSync(path);
  reader.exec("BEGIN");
  reader.prepare("SELECT * FROM drafts").all();
  file.run(remove("x"));
  file.tidy();
  expect(filesWith(home, "secret")).not.toEqual([]);
  reader.exec("COMMIT");
  file.tidy();
  expect(filesWith(home, "secret")).toEqual([]);
  reader.close();
  file.close();
});

test("what a killed program or an older version left is removed by the next one", () => {
  const home = quickFolder();
  const path = join(home, "state.db");
  const file = open(path, "a");
  file.run(put("x", "secret"));
  file.run(remove("x"));
  const killed = folder();
  cpSync(dirname(path), killed, { recursive: true });
  expect(filesWith(killed, "secret")).not.toEqual([]);
  const next = open(join(killed, "state.db"), "b");
  next.tidy();
  expect(filesWith(killed, "secret")).toEqual([]);
  next.close();
  file.close();

  const older = new DatabaseSync(path);
  older.exec("PRAGMA secure_delete = off");
  for (let at = 0; at < 60; at += 1)
    older.prepare("INSERT INTO snoozes VALUES (?, ?)").run(`${at}`, "former ".repeat(200));
  older.exec("DELETE FROM snoozes");
  older.close();
  expect(filesWith(home, "former")).not.toEqual([]);
  open(path, "c").close();
  expect(filesWith(home, "former")).toEqual([]);
});

test("after a sign-out other processes store nothing of what they see, until somebody signs in", () => {
  const home = quickFolder();
  const path = join(home, "state.db");
  const [file, other] = [open(path, "a"), open(path, "b")];
  const seen = (text: string): StateCall[] => [
    { call: "putPlace", args: [{ key: "place", json: text }] },
    ...put(text, text).slice(2),
  ];
  file.run([...seen("first"), { call: "putPlace", args: [{ key: "kept", json: "3" }] }]);
  file.run([...put("x", "unsent").slice(0, 2), { call: "forget", args: [["kept"]] }]);
  other.run([...seen("second"), ...put("y", "late").slice(0, 2)]);
  file.tidy();
  for (const text of ["first", "second"]) expect(filesWith(home, text)).toEqual([]);
  for (const text of ["unsent", "late"]) expect(filesWith(home, text)).not.toEqual([]);
  expect(loaded(file).places).toEqual([{ key: "kept", json: "3" }]);
  other.run(seen("third"));
  expect(loaded(file).places.map(({ json }) => json)).toContain("third");
  file.close();
  other.close();
});

function loaded(file: StateFile): StoredState {
  const [outcome] = file.run([{ call: "load", args: [] }]);
  if (outcome === undefined || "failure" in outcome) throw new Error("It cannot be read.");
  return outcome.value as StoredState;
}
