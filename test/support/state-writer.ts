/** A program that stores a draft and an intent, reports it, and waits to be killed. Its argument is the account's folder. */
import { openAccountFiles } from "#host/state-db.ts";

const worker = new URL("../../src/archive/state-worker.ts", import.meta.url);
const { state } = await openAccountFiles(process.argv[2] ?? "", worker, {
  account: "me",
  keepsMessages: true,
});
await state.putDraft({ key: "topic", updatedAt: 1, json: '"half a sentence"' }, 1);
await state.putIntent({ id: "first", createdAt: 1, json: '"on its way"' });
process.stdout.write("stored\n");
