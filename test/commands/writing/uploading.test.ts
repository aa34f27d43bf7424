/** Uploading by keys: completed and pasted paths, checks before an upload, and long texts. */
import { expect, test } from "vitest";
import type { LocalFiles } from "#commands/command.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { followMove } from "#store/following.ts";
import { changeReplica } from "#store/store.ts";
import { replacePlaceholder, uploadsOf } from "#store/uploads.ts";
import { createRouter } from "#ui/input/router.ts";
import { acme, backend, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { portsFor } from "../../support/key-presser.ts";
import { noFiles } from "../../support/no-ports.ts";

const key = conversationKey(deployWindow as never);
const placeholder = "[Uploading plan.pdf…]()";

const localFiles: LocalFiles = {
  ...noFiles,
  list: async (folder) =>
    folder === "."
      ? [
          { name: ".secret", isFolder: false },
          { name: "docs", isFolder: true },
          { name: "notes.txt", isFolder: false },
        ]
      : [{ name: "plan.pdf", isFolder: false }],
  find: async (path) => {
    if (!path.endsWith(".pdf")) return `${path} cannot be read.`;
    return { path: `/home/${path}`, name: "plan.pdf", size: 3_000_000 };
  },
};

function writing(files: LocalFiles = localFiles) {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), focus: "composer" });
  const ports = portsFor(store);
  const route = createRouter({ ...ports, context: { ...ports.context, files } });
  const state = () => store.getState();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    store,
    text: () => textOf(state(), key),
    toast: () => state().screen.toast?.text,
    dialog: () => state().screen.dialog,
    uploads: () => uploadsOf(state()),
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    press: async (...strokes: string[]) => {
      for (const stroke of strokes) {
        route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0);
        await settled();
      }
    },
    paste: async (text: string) => {
      route([{ kind: "paste", text }], 0);
      await settled();
    },
  };
}

test("^G u completes a path through folders, and inserts the placeholder at the cursor", async () => {
  const { press, text, uploads, dialog } = writing();
  await press("s", "e", "e", " ", "!", "Left", "^G", "u", "o", "Tab");
  expect(dialog()).toMatchObject({ kind: "upload", input: { text: "docs/" } });
  await press("p", "Tab");
  expect(dialog()).toMatchObject({ kind: "upload", input: { text: "docs/plan.pdf" } });
  expect(uploads()).toEqual([]);
  await press("Enter", "?");
  expect(text()).toBe(`see ${placeholder}?!`);
  expect(uploads()).toMatchObject([{ from: { path: "/home/docs/plan.pdf" }, state: "waiting" }]);
});

test("two files beside each other stand on two lines, before and behind one that was uploaded", async () => {
  const { store, press, text } = writing();
  const uploads = async () => press("^G", "u", ..."docs/", "Enter", "Enter");
  await uploads();
  await uploads();
  expect(text()).toBe(`${placeholder}\n[Uploading plan.pdf (2)…]()`);
  replacePlaceholder(store, fakeClock(), placeholder, "[plan.pdf](/user_uploads/2/plan.pdf)");
  await press("Ctrl+Home");
  await uploads();
  expect(text().split("\n")).toEqual([
    "[Uploading plan.pdf (3)…]()",
    "[plan.pdf](/user_uploads/2/plan.pdf)",
    "[Uploading plan.pdf (2)…]()",
  ]);
});

test("a text is not scheduled before its file is uploaded", async () => {
  const { press, toast, dialog } = writing();
  await press("^G", "u", ..."docs/", "Enter", "Enter", "^T");
  expect(dialog()).toBeUndefined();
  expect(toast()).toMatch(/^plan\.pdf is still uploading/);
});

test("a text is not sent before its file is uploaded, and ^G u cancels the upload", async () => {
  const { press, text, toast, actions, uploads } = writing();
  await press("^G", "u", ..."docs/", "Enter", "Enter");
  expect([text(), actions().map(({ kind }) => kind)]).toEqual([placeholder, ["upload"]]);
  expect(toast()).toBe("plan.pdf is still uploading: ^G u cancels.");
  await press("^G", "u", "Enter");
  expect([text(), uploads()]).toEqual(["", []]);
});

test.each(["/tmp/a b.pdf", "'/tmp/a b.pdf'", "/tmp/a\\ b.pdf ", "file:///tmp/a%20b.pdf"])(
  "the pasted path %j stays text until ^G u uploads it",
  async (pasted) => {
    const { press, paste, text, toast, uploads } = writing();
    await press("a", " ");
    await paste(pasted);
    expect([text(), toast(), uploads()]).toEqual([`a ${pasted}`, "^G u uploads plan.pdf.", []]);
    await press("^G", "u");
    expect(text()).toBe(`a ${placeholder}`);
    expect(uploads()).toMatchObject([{ from: { path: "/home//tmp/a b.pdf" } }]);
  },
);

test("files above the size limit or unreadable ones are refused before the upload", async () => {
  const { store, press, text, toast } = writing();
  changeReplica(store, (replica) => ({
    ...replica,
    realm: { ...replica.realm, maxUploadSize: 1_048_576 },
  }));
  await press("^G", "u", ..."docs/", "Enter");
  expect(toast()).toBe("plan.pdf has 2.9 MiB; this server takes files of up to 1.0 MiB.");
  await press("^G", "u", ..."notes", "Enter");
  expect([text(), toast()]).toEqual(["", "notes.txt cannot be read."]);
});

test("a text over the limit is sent as several messages or uploaded as a file", async () => {
  const long = Array.from({ length: 300 }, (_, at) => `line ${at} ${"x".repeat(60)}`).join("\n");
  const parts = writing();
  await parts.paste(long);
  await parts.press("Enter", "s");
  expect([parts.text(), parts.toast()]).toEqual(["", "Sent as 3 messages."]);
  expect(parts.actions()).toHaveLength(3);
  const file = writing();
  await file.paste(long);
  await file.press("Enter", "f");
  expect(file.text()).toBe("[Uploading message.md…]()");
  expect(file.uploads()).toMatchObject([{ from: { text: long } }]);
  await file.press("^G", "u", "Enter");
  expect([file.text(), file.uploads()]).toEqual([long, []]);
});

test("/upload takes a path, completes it, and without one asks for it", async () => {
  const byPath = writing();
  await byPath.press(..."/upload docs/plan.pdf", "Enter");
  expect([byPath.text(), byPath.uploads()]).toMatchObject([placeholder, [{ name: "plan.pdf" }]]);
  const completed = writing();
  await completed.press(..."/up", "Tab", ..."docs/", "Tab");
  expect(completed.dialog()).toMatchObject({ kind: "upload", input: { text: "docs/" } });
  await completed.press("Enter");
  expect(completed.text()).toBe(placeholder);
  const asked = writing();
  await asked.press(..."/upload", "Enter");
  expect([asked.dialog()?.kind, asked.actions()]).toEqual(["upload", []]);
});

test("if the topic is moved while a file is being chosen, it is uploaded for the text that went along", async () => {
  const { store, press } = writing();
  await press("s", "e", "e", " ", "^G", "u", ..."docs/");
  const from = { streamId: backend, topic: "deploy window" };
  followMove(store, { from, to: { streamId: backend, topic: "rollback" } });
  await press("Enter", "Enter");
  const { composers } = store.getState().screen;
  expect([...composers].map(([key_, { editor }]) => [key_, editor.text])).toEqual([
    [
      conversationKey({ kind: "topic", streamId: backend, topic: "rollback" }),
      `see ${placeholder}`,
    ],
  ]);
});

/** Files whose lookup ends when the test says so. */
function slowFiles() {
  const held = Promise.withResolvers<void>();
  const find: LocalFiles["find"] = async (path) => {
    await held.promise;
    return localFiles.find(path);
  };
  return { files: { ...localFiles, find }, found: held.resolve };
}

test.each([
  ["/upload docs/plan.pdf", ["Enter"], placeholder],
  ["see ", ["^G", "u", ..."docs/plan.pdf", "Enter"], `see ${placeholder}`],
])(
  "while a file is looked up for %j, it follows a move of the topic",
  async (typed, keys, text) => {
    const { files, found } = slowFiles();
    const { store, press } = writing(files);
    await press(...typed, ...keys);
    const from = { streamId: backend, topic: "deploy window" };
    followMove(store, { from, to: { streamId: backend, topic: "✔ deploy window" } });
    found();
    await new Promise<void>((resolve) => setImmediate(resolve));
    const { composers } = store.getState().screen;
    const to = conversationKey({ kind: "topic", streamId: backend, topic: "✔ deploy window" });
    expect([...composers]).toMatchObject([[to, { editor: { text } }]]);
  },
);

test("a file that is looked up for a text that was sent meanwhile is not added to the next one", async () => {
  const { files, found } = slowFiles();
  const { press, text, toast, uploads } = writing(files);
  await press(..."see ", "^G", "u", ..."docs/plan.pdf", "Enter", "Enter", "r", ..."next");
  found();
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect([text(), uploads()]).toEqual(["next", []]);
  expect(toast()).toBe("The text that the file was for is gone: nothing was uploaded.");
});
