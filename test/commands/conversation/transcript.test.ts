import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { markdownOf, type TranscriptRow } from "#commands/conversation/transcript.ts";
import type { History } from "#model/histories.ts";
import { permalinkOf } from "#model/message-link.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";

const replica = acme();
const ids = idsOf(replica, deployWindow);
const utc = { timeZone: "UTC", twentyFour: true } as const;

/** What `y t` copies in a conversation of which the client knows this, and the toast. */
async function copied(known: Partial<History>, from = deployWindow) {
  const loaded = withHistory({ ...replica, histories: new Map() }, from, ids.slice(-2), known);
  const store = storeOf(loaded, readingScreen(deployWindow, ids.at(-1)));
  const texts: string[] = [];
  const copy = async (text: string) => {
    texts.push(text);
    return ["the terminal"];
  };
  keyPresser(store, noViewport, { ...noDesktop, copy })("y", "t");
  await expect.poll(() => store.getState().screen.toast).toBeDefined();
  return { text: texts.join(""), toast: store.getState().screen.toast?.text };
}

test("y t copies the loaded messages of a conversation, and says how many, and what is missing", async () => {
  const all = await copied({});
  expect(all.text).toContain(
    "# #backend › deploy window\n\n## Fri 20 Nov 2026\n\n**Mei Tanaka** [",
  );
  expect(all.toast).toBe("Copied 2 messages of #backend › deploy window (the terminal)");
  const holey = await copied({ holes: ids.slice(-2, -1), epoch: replica.epoch - 1 });
  expect(holey.toast).toContain("deploy window, others may be missing among them");
  const older = "Copied 2 messages of #backend › deploy window, older ones are not loaded";
  expect((await copied({ oldestKnown: false })).toast).toBe(`${older} (the terminal)`);
  const both = older.replace("older", "older and newer");
  const middle = await copied({ oldestKnown: false, newestKnown: false });
  expect(middle.toast).toBe(`${both} (the terminal)`);
});

test("in a conversation that only its stream has loaded, y t copies what the stream has", async () => {
  const { text, toast } = await copied(
    { oldestKnown: false },
    { kind: "stream", streamId: backend },
  );
  expect(text).toContain("**Mei Tanaka** [");
  expect(toast).toContain("Copied 2 messages of #backend › deploy window, older ones");
});

const row = (id: MessageId): TranscriptRow => {
  const message = get(replica.messages, id)!;
  return {
    message,
    place: "#backend",
    sender: message.senderName,
    link: permalinkOf(replica, message),
  };
};

test("each conversation and each day has a heading, and each message a name and a time that links to it", () => {
  const rows = ids
    .slice(0, 3)
    .map((id, at) => ({ ...row(id), sender: ["Bo", "Mei *M*", "Bo"][at]! }));
  const text = rows.map((one, at) => markdownOf(one, rows[at - 1], utc)).join("");
  expect(
    text.replaceAll("https://acme.example/#narrow/stream/11-backend/topic/deploy.20window", "…"),
  ).toMatchInlineSnapshot(`
    "# #backend

    ## Thu 19 Nov 2026

    **Bo** [16:20](…/near/1001)
    > 4.2 is out on the canaries

    **Mei \\*M\\*** [16:31](…/near/1002)
    > graphs look flat so far, :tada:

    ## Fri 20 Nov 2026

    **Bo** [11:38](…/near/1013)
    > rolling back 4.2, the pool is exhausted again

    "
  `);
});

test("nothing in a text reaches beyond it, and addresses into the realm are whole", () => {
  const { message, ...rest } = row(ids[0]!);
  const content = "```\nopen\n\n# heading\n\x1b[31m [f](/user_uploads/2/a.txt) [n](#narrow/dm/3)";
  const lines = markdownOf({ ...rest, message: { ...message, content } }, undefined, utc).split(
    "\n",
  );
  expect(lines.slice(5, -2)).toEqual([
    "> ```",
    "> open",
    ">",
    "> # heading",
    "> ␛[31m [f](https://acme.example/user_uploads/2/a.txt) [n](https://acme.example/#narrow/dm/3)",
  ]);
});
