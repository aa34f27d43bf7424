/**
 * A program with two accounts on one storage thread: fills the first one's disk, and reports how the writes of both end.
 * Its arguments are the accounts' folders.
 */
import type { StateStore } from "#host/rows.ts";
import { storageThread } from "#host/state-db.ts";

const thread = storageThread(new URL("../../src/archive/state-worker.ts", import.meta.url));
const [full = "", other = ""] = process.argv.slice(2);
const open = (folder: string) => thread.open(folder, { account: "me", keepsMessages: true });
const [filled, good] = await Promise.all([open(full), open(other)]);

const put = ({ putDraft }: StateStore, length: number) =>
  putDraft({ key: `${length}`, updatedAt: 1, json: `"${"x".repeat(length)}"` }, 1).then(
    () => "stored",
    () => "refused",
  );
const outcomes = [put(filled.state, 10_000_000), put(good.state, 10)];
process.stdout.write(`${(await Promise.all(outcomes)).join(" ")}\n`);
await filled.close();
process.stdout.write(`${await put(good.state, 11)}\n`);
await good.close();
