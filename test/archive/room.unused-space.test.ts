/** What was erased is in none of the files of the account's folder, neither in unused space nor in the log. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openArchiveHere } from "#archive/client.ts";
import { unusedIn } from "#archive/room.ts";
import { seeded } from "#base/random.ts";
import type { Message } from "#model/message.ts";
import { archiveIn } from "../support/archive-in.ts";
import { direct, known, message, messages, topic } from "../support/archived.ts";
import { quickFolder } from "../support/folder.ts";
import * as make from "../support/make.ts";

/** The marks that any file in the folder has. */
function readable(path: string): ReadonlySet<string> {
  const files = readdirSync(path).map((name) => readFileSync(join(path, name), "latin1"));
  return new Set(files.flatMap((text) => text.match(/secret-[\w-]+;/g) ?? []));
}

const attic = (id: number): Partial<Message> => {
  const name = `secret-topic-${id % 50};`;
  const conversation = `t:3:${name}` as Message["conversation"];
  return { streamId: make.attic, topic: name, conversation };
};

const isAttic = (id: number) => id % 5 === 0;

/** An archive, and the marks that are to be in it, by message. */
function marked(path: string, seed: number) {
  const random = seeded(seed);
  const archive = archiveIn(path);
  const marks = new Map<number, string>();
  let version = 0;
  return {
    archive,
    marks,
    random,
    ids: () => [...marks.keys()].sort((a, b) => a - b),
    put: (ids: readonly number[]) => {
      version += 1;
      const all = ids.map((id) => {
        const mark = `secret-${id}-${version};`;
        marks.set(id, mark);
        const padding = "words ".repeat(Math.floor(random() * (id % 7 === 0 ? 2000 : 30)));
        const content = `${mark} ${padding}${mark}`;
        return message(id, { content, ...(isAttic(id) ? attic(id) : {}) });
      });
      return archive.write([messages(...all)], true);
    },
    forget: (ids: readonly number[]) => {
      for (const id of ids) marks.delete(id);
    },
  };
}

test.each([1, 2, 3, 4])("erased and replaced texts are overwritten (%i)", async (seed) => {
  const path = quickFolder();
  const { archive, marks, random, ids, put, forget } = marked(path, seed);
  const expectOnly = () => {
    const found = [...readable(path)].filter((mark) => !mark.startsWith("secret-topic"));
    expect(new Set(found)).toEqual(new Set(marks.values()));
  };
  await put(Array.from({ length: 300 }, (_, at) => at + 1));
  for (let round = 0; round < 21; round += 1) {
    const some = ids().filter(() => random() < 0.05);
    switch (round % 3) {
      case 0:
        await put([...some, 1000 + round * 2, 1001 + round * 2]);
        break;
      case 1:
        await archive.write([{ kind: "deleted", ids: make.ids(...some) }], true);
        forget(some);
        expectOnly();
        break;
      default: {
        const gone = some.filter((id) => !isAttic(id));
        const left = ids().filter((id) => !isAttic(id) && !gone.includes(id));
        await archive.write([known(topic, left, "oldest", "newest")], true);
        forget(gone);
        if (gone.length > 0) expectOnly();
      }
    }
  }
  await archive.write([{ kind: "hidden", streams: [make.attic] }], true);
  forget(ids().filter(isAttic));
  // The names of its topics too.
  expect(readable(path)).toEqual(new Set(marks.values()));
  await archive.forget();
  expect(readable(path)).toEqual(new Set());
});

test("while another program reads the file the log keeps what was erased, but no longer", async () => {
  const path = quickFolder();
  const archive = archiveIn(path);
  await archive.write([messages(direct(1, { content: "secret-1;" }), message(2))], true);
  const reader = new DatabaseSync(join(path, "cache.db"));
  reader.exec("BEGIN");
  reader.prepare("SELECT * FROM messages").all();
  await archive.write([{ kind: "deleted", ids: make.ids(1) }], true);
  reader.exec("COMMIT");
  await archive.write([messages(message(3))], true);
  expect(readable(path)).toEqual(new Set());
  reader.close();
});

test("a large file is overwritten in slices, the last of them at the end", async () => {
  const path = quickFolder();
  const { archive, close } = openArchiveHere(path, { account: "me", keepsMessages: true });
  const content = "long ".repeat(3000);
  const all = Array.from({ length: 1500 }, (_, at) => message(at + 1, { content }));
  await archive.write([messages(...all)], true);
  await archive.write([{ kind: "deleted", ids: make.ids(7) }], true);
  const due = () => {
    const database = new DatabaseSync(join(path, "cache.db"));
    const row = database.prepare("SELECT done FROM overwriting").get();
    database.close();
    return row?.["done"];
  };
  expect(due()).toBe(2048);
  await close();
  expect(due()).toBeNull();
});

test("only pages of trees have unused space, and no page that maps others", () => {
  const leaf = Buffer.alloc(4096);
  leaf.writeUInt8(13, 0);
  leaf.writeUInt16BE(3, 3);
  leaf.writeUInt16BE(4000, 5);
  expect(unusedIn(leaf, 3)).toEqual({ from: 14, to: 4000 });
  const first = Buffer.concat([Buffer.alloc(100), leaf]).subarray(0, 4096);
  expect(unusedIn(first, 1)).toEqual({ from: 114, to: 4000 });
  for (const map of [2, 2 + 820, 2 + 1640]) expect(unusedIn(leaf, map)).toBeUndefined();
  expect(unusedIn(Buffer.alloc(4096), 3)).toBeUndefined();
  leaf.writeUInt16BE(5000, 5);
  expect(unusedIn(leaf, 3)).toBeUndefined();
});
