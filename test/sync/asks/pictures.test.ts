/** Pictures that a dialog shows: fetched once, drawn for the size of the screen, and why one is not. */
import { expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import { StoredElsewhere } from "#api/files.ts";
import { silent } from "#base/log.ts";
import { closeDialog, openDialog } from "#commands/screen.ts";
import { type SharedFile, sharedFile } from "#model/written-links.ts";
import { UndrawablePicture } from "#pictures/decode.ts";
import { draw } from "#pictures/drawing.ts";
import { pngOf } from "#pictures/protocols.ts";
import { pictureKey, viewedPicture, withPicture } from "#store/pictures.ts";
import { changeScreen } from "#store/store.ts";
import { type Pictures, UndrawnPicture } from "#sync/context.ts";
import type { MessageId } from "#wire/ids.ts";
import { stripes } from "../../support/pictures.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

const canvas = { way: "blocks", depth: "true", cell: { width: 10, height: 20 }, id: 1 } as const;

async function viewing(bytes: Uint8Array<ArrayBuffer>) {
  const line = { isCut: false, isUndrawn: false, isBroken: false, isElsewhere: false };
  const downloads = { now: 0, most: 0, count: 0 };
  const warnings: unknown[] = [];
  const boxes: string[] = [];
  const pictures: Pictures = {
    pixels: ({ columns, rows }) => ({ width: columns * 10, height: rows * 20 }),
    download: async (address, take, { isUnasked } = {}) => {
      if (line.isElsewhere && isUnasked) throw new StoredElsewhere();
      if (line.isCut)
        throw new ApiError({ kind: "unreachable", sent: "no", timedOut: false, reason: "cut off" });
      downloads.now += 1;
      downloads.count += 1;
      downloads.most = Math.max(downloads.most, downloads.now);
      const answer = await world.realm.fetch(new Request(new URL(address, "http://realm.test")));
      await take(new Uint8Array(await answer.arrayBuffer()));
      downloads.now -= 1;
    },
    draw: async (file, { columns, rows }) => {
      boxes.push(`${columns}x${rows}`);
      if (line.isUndrawn) {
        line.isUndrawn = false;
        throw new UndrawnPicture("Not this one.");
      }
      if (line.isBroken)
        throw new UndrawnPicture("Not drawn.", { cause: new Error("the thread ended") });
      return draw({ ...canvas, bytes: file, columns, rows }).catch((error: unknown) => {
        throw error instanceof UndrawablePicture ? new UndrawnPicture(error.message) : error;
      });
    },
  };
  const world = await startSmall(
    {},
    { pictures, log: { ...silent, warn: (_, details) => void warnings.push(details) } },
  );
  const { store, ana, settles } = world;
  const { body } = await ana.upload("/user_uploads", { file: new File([bytes], "a cat.png") });
  const id = (await ana.say(inDeploy, `[a](${body["url"]})`)) as MessageId;
  await settles();
  const { view } = store.getState();
  const url = view.realm.url + body["url"];
  const file = sharedFile(view, url) as SharedFile;
  const about = { kind: "picture", messageId: id, file, url } as const;
  return {
    ...world,
    line,
    warnings,
    boxes,
    downloads,
    /** Shows it below its message, in that many columns; once for each of several widths. */
    previews: async (...widths: readonly number[]) => {
      const pictures = widths.map((columns) => ({ file, columns, rows: 8, isPreview: true }));
      changeScreen(store, (screen) => ({ ...screen, reading: { ...screen.reading, pictures } }));
      await settles();
      return store.getState().session.pictures.get(pictureKey(pictures[0]!));
    },
    opens: async () => {
      openDialog(store, { kind: "info", about, chosen: 0 });
      await settles();
    },
    shown: () => {
      const { screen, session } = store.getState();
      const request = viewedPicture(screen);
      return request && session.pictures.get(pictureKey(request));
    },
  };
}

const png = Uint8Array.from(pngOf(stripes(400, 300)));

test("an opened picture is fetched once, and drawn again for another size of the screen", async () => {
  const { opens, shown, store, settles, sent, boxes, clock } = await viewing(png);
  await opens();
  expect(shown()).toMatchObject({ kind: "drawn", drawing: { width: 400, height: 300 } });
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, columns: 60, rows: 30 },
  }));
  await settles();
  expect(shown()).toMatchObject({ drawing: { columns: 55 } });
  closeDialog(store);
  await opens();
  expect(boxes.at(-1)).toBe("55x24");
  expect(boxes).toHaveLength(2);
  expect(sent(/^GET \/user_uploads/)).toBe(1);

  // Nobody keeps a file of megabytes that is not resized any more.
  await clock.pass("60 s");
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, columns: 70 } }));
  await settles();
  expect(shown()).toMatchObject({ drawing: { columns: 64 } });
  expect(sent(/^GET \/user_uploads/)).toBe(2);
});

test("what cannot be drawn says why, and is not tried again", async () => {
  const { opens, shown, store, boxes, warnings } = await viewing(
    Uint8Array.from(Buffer.from("no picture")),
  );
  await opens();
  expect(shown()).toMatchObject({
    kind: "failed",
    sentence: "This is not a picture that can be drawn.",
  });
  closeDialog(store);
  await opens();
  expect(boxes).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("a fault of what draws is logged", async () => {
  const { opens, shown, line, warnings } = await viewing(png);
  line.isBroken = true;
  await opens();
  expect(shown()).toMatchObject({ kind: "failed", sentence: "Not drawn." });
  expect(warnings).toEqual([{ reason: "Error: the thread ended" }]);
});

test("a picture that could not be fetched is fetched as soon as that works", async () => {
  const { opens, shown, line, clock } = await viewing(png);
  line.isCut = true;
  await opens();
  expect(shown()).toMatchObject({ kind: "failed", isFinal: false });
  line.isCut = false;
  await clock.pass("40 s");
  expect(shown()).toMatchObject({ kind: "drawn" });
});

test("below a message the smallest thumbnail suffices that fills its cells", async () => {
  const { previews, sent } = await viewing(png);
  expect(await previews(20)).toMatchObject({ kind: "drawn" });
  const asked = (size: string) => sent(new RegExp(`^GET /user_uploads/thumbnail/.*/${size}.webp$`));
  expect([asked("300x200"), asked("840x560")]).toEqual([1, 0]);
  expect(await previews(60)).toMatchObject({ kind: "drawn" });
  expect([asked("300x200"), asked("840x560")]).toEqual([1, 1]);
  // None is as large as that.
  expect(await previews(90)).toMatchObject({ kind: "drawn" });
  expect(asked(".*")).toBe(2);
  expect(sent(/^GET \/user_uploads\/1/)).toBe(1);
});

test("below a message it waits for the server, since nobody waits for it", async () => {
  const { previews, client, clock, boxes } = await viewing(png);
  client.network.plug(false);
  await clock.pass("5 min");
  expect(await previews(20)).toBeUndefined();
  client.network.plug(true);
  await clock.pass("2 min");
  expect(boxes).toEqual(["20x8"]);
});

test("a picture whose thumbnail cannot be drawn is fetched itself", async () => {
  const { previews, sent, boxes, line } = await viewing(png);
  line.isUndrawn = true;
  expect(await previews(20)).toMatchObject({ kind: "drawn" });
  expect(boxes).toEqual(["20x8", "20x8"]);
  expect(sent(/^GET \/user_uploads\/1/)).toBe(1);
});

test("of many pictures that have no thumbnail one is fetched and drawn at a time", async () => {
  const { previews, downloads } = await viewing(png);
  // None is as large as that.
  expect(await previews(90, 91, 92, 93, 94, 95)).toMatchObject({ kind: "drawn" });
  expect(downloads).toEqual({ now: 0, most: 1, count: 6 });
});

test("a picture that is stored on another host is fetched when it is opened, not below its message", async () => {
  const { previews, line, opens, shown, downloads } = await viewing(png);
  line.isElsewhere = true;
  expect(await previews(90)).toEqual({
    kind: "failed",
    sentence: "It is stored on another host, and fetched when it is opened.",
    isFinal: true,
  });
  expect(downloads.count).toBe(0);
  await opens();
  expect(shown()).toMatchObject({ kind: "drawn" });
});

test("of many pictures the oldest are dropped that nobody needs", async () => {
  const drawing = await draw({ ...canvas, bytes: png, columns: 40, rows: 20 });
  let all: ReturnType<typeof withPicture> = new Map();
  for (let at = 0; at < 100; at += 1)
    all = withPicture(all, `${at}`, { kind: "drawn", drawing }, (key) => key === "3");
  expect(all.size).toBe(40);
  expect([...all.keys()].slice(0, 2)).toEqual(["3", "61"]);
  const huge = { ...drawing, overlay: "x".repeat(5_000_000) };
  for (let at = 0; at < 5; at += 1)
    all = withPicture(all, `huge ${at}`, { kind: "drawn", drawing: huge }, () => false);
  expect([...all.keys()]).toEqual(["huge 3", "huge 4"]);
});
