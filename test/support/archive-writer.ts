/**
 * A program that writes round after round into an archive and reports each, until it is killed or the disk refuses one.
 * Its argument is the account's folder.
 */
import { openArchiveHere } from "#archive/client.ts";
import type { MessageId } from "#wire/ids.ts";
import { roundOf } from "./archived.ts";

const owner = { account: "me", keepsMessages: true };
const { archive, close } = openArchiveHere(process.argv[2] ?? "", owner);
const say = (line: string) => process.stdout.write(`${line}\n`);

const first = [1] as readonly number[] as readonly MessageId[];

let round = 1;
while ((await archive.write(roundOf(round), true)) > 0) {
  say(`${round}`);
  round += 1;
}
say("lost");
await archive.write([{ kind: "deleted", ids: first }], true);
say(`${(await archive.messages(first)).length} left`);
say((await archive.write(roundOf(1), true)) > 0 ? "written" : "lost");
await close();
