/** Pairs of what a running weir keeps of an account, and what another process does to those files meanwhile: both count. */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cacheOwner } from "#app/files.ts";
import { forgetAccount } from "#app/sign-out.ts";
import { openArchiveHere } from "#archive/client.ts";
import { accountFolder, folders } from "#host/paths.ts";
import type { StateStore } from "#host/rows.ts";
import { openStateHere } from "#host/state-here.ts";
import { message, messages, topic } from "../support/archived.ts";
import { folder } from "../support/folder.ts";

const ana = { site: "https://acme.example", email: "ana@acme.example" };

/** What weir keeps, each under a name. */
const kept: Readonly<Record<string, (state: StateStore, name: string) => Promise<unknown>>> = {
  "a draft": (state, name) =>
    state.putDraft({ key: name, updatedAt: 5, json: `{"text":"${name}"}` }, 5),
  "a message that waits": (state, name) =>
    state.putIntent({ id: name, createdAt: 1, json: `{"id":"${name}"}` }),
  "a place": (state, name) => state.putPlace({ key: name, json: "1" }),
  "a snooze": (state, name) => state.putSnooze({ key: name, json: "1" }),
  "a step": (state, name) => state.putStep({ id: name, at: 1, json: "{}" }),
};

/** What stays of an account that is signed out. */
const unsent = ["a draft", "a message that waits"];

async function inState(path: string): Promise<readonly string[]> {
  const { state, close } = await openStateHere(path);
  const { intents, drafts, places } = await state.load();
  const snoozes = await state.snoozes();
  const { rows } = await state.steps(0, 0);
  await close();
  const keys = [...drafts, ...places, ...snoozes].map(({ key }) => key);
  return [...keys, ...[...intents, ...rows].map(({ id }) => id)].toSorted();
}

type Process = {
  readonly path: string;
  /** Does it, and keeps what it has kept by this name, if anything. */
  readonly keep: (name: string) => Promise<unknown>;
  readonly signOut: () => Promise<unknown>;
};

/** What another process does; returns what it has kept, and whether all that was seen before is gone. */
type Other = (process: Process, file: string) => Promise<{ kept?: string; isSignedOut?: true }>;

const others: Readonly<Record<string, Other>> = {
  "a second weir keeps something": async ({ keep }) => {
    await keep("second");
    return { kept: "second" };
  },
  "weir logout": async ({ signOut }) => {
    await signOut();
    return { isSignedOut: true };
  },
  "weir logout, and a login": async ({ signOut, keep }) => {
    await signOut();
    await keep("second");
    return { kept: "second", isSignedOut: true };
  },
  "the file is removed": async ({ path }, file) => {
    for (const side of ["", "-wal", "-shm"]) rmSync(join(path, file + side), { force: true });
    return {};
  },
  "an editor saves the file": async ({ path }, file) => {
    const at = join(path, file);
    for (const side of ["", "-wal"]) {
      if (!existsSync(at + side)) continue;
      copyFileSync(at + side, `${at}~`);
      renameSync(`${at}~`, at + side);
    }
    rmSync(`${at}-shm`, { force: true });
    return {};
  },
  "the folder is removed": async ({ path }) => {
    rmSync(path, { recursive: true });
    return {};
  },
};

test.each(
  Object.keys(kept).flatMap((one) => Object.keys(others).map((other) => [one, other] as const)),
)("state: %s is kept, and meanwhile %s", async (one, other) => {
  const runtime = { folders: folders({}, folder()) };
  const path = accountFolder(runtime.folders, ana);
  const put = kept[one]!;
  const first = await openStateHere(path);
  await first.state.load();
  await put(first.state, "before");
  const keep = async (name: string) => {
    const { state, close } = await openStateHere(path);
    await state.load();
    await put(state, name);
    await close();
  };
  const signOut = () => forgetAccount(runtime, ana);
  const done = await others[other]!({ path, keep, signOut }, "state.db");
  await put(first.state, "after");
  await first.close();
  const isErased = done.isSignedOut === true && !unsent.includes(one);
  // Who is signed in again keeps what a weir that is still open sees.
  const after = isErased && done.kept === undefined ? [] : ["after"];
  const names = [...after, ...(isErased ? [] : ["before"]), done.kept ?? []].flat();
  const found = (await inState(path)).filter((name) => /^(?:before|after|second)$/.test(name));
  expect(found).toEqual(names.toSorted());
});

test("state: a copy that was made before a message was sent does not send it again", async () => {
  const path = folder();
  const { state, close } = await openStateHere(path);
  const put = kept["a message that waits"]!;
  await put(state, "sent");
  await put(state, "waits");
  for (const side of ["", "-wal"])
    copyFileSync(join(path, `state.db${side}`), join(path, `old.db${side}`));
  await state.removeIntent("sent");
  for (const side of ["", "-wal"])
    renameSync(join(path, `old.db${side}`), join(path, `state.db${side}`));
  rmSync(join(path, "state.db-shm"));
  await close();
  expect(await inState(path)).toEqual(["waits"]);
});

const written = (id: number, text: string) => messages(message(id, { content: text }));

async function inCache(path: string): Promise<readonly string[]> {
  const { archive, close } = openArchiveHere(path, cacheOwner(ana, true));
  const page = await archive.page({ narrow: topic, anchor: "newest", before: 9, after: 0 });
  await close();
  return (page?.messages ?? []).map(({ content }) => content).toSorted();
}

test.each(Object.keys(others))(
  "cache: what is said to be kept is, and meanwhile %s",
  async (other) => {
    const runtime = { folders: folders({}, folder()) };
    const path = accountFolder(runtime.folders, ana);
    const first = openArchiveHere(path, cacheOwner(ana, true));
    expect(await first.archive.write([written(1, "before")], true)).toBeGreaterThan(0);
    const keep = async (name: string) => {
      const { archive, close } = openArchiveHere(path, cacheOwner(ana, true));
      expect(await archive.write([written(2, name)], true)).toBeGreaterThan(0);
      await close();
    };
    const signOut = () => forgetAccount(runtime, ana);
    const done = await others[other]!({ path, keep, signOut }, "cache.db");
    const isKept = [
      (await first.archive.write([written(3, "after")], true)) > 0,
      (await first.archive.write([written(4, "later")], true)) > 0,
    ];
    await first.close();
    const found = await inCache(path);
    expect(found.includes("after"), "after").toBe(isKept[0]);
    expect(found.includes("later"), "later").toBe(isKept[1]);
    expect(found).toEqual(expect.arrayContaining([done.kept ?? []].flat()));
    if (done.isSignedOut) expect(found).not.toContain("before");
    if (done.isSignedOut && done.kept === undefined) expect(found).toEqual([]);
    else expect(isKept[1]).toBe(true);
  },
);
