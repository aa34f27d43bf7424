/** A program that stores a draft and an intent of each account, reports it, and waits to be killed. Its arguments are the accounts' folders. */
import { storageThread } from "#host/state-db.ts";

const thread = storageThread(new URL("../../src/archive/state-worker.ts", import.meta.url));
for (const folder of process.argv.slice(2)) {
  const { state } = await thread.open(folder, { account: "me", keepsMessages: true });
  await state.putDraft({ key: "topic", updatedAt: 1, json: '"half a sentence"' }, 1);
  await state.putIntent({ id: "first", createdAt: 1, json: '"on its way"' });
}
process.stdout.write("stored\n");
