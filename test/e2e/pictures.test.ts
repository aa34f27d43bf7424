/** Pictures of messages, drawn by the built program and its thread. */
import { expect, test } from "vitest";
import { pngOf } from "#pictures/protocols.ts";
import { stripes } from "../support/pictures.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

async function withPictures() {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const url = await ana.uploads("flag.png", pngOf(stripes(200, 120)));
  await ana.says("general > pictures", `our flag: [a flag](${url})`);
  const broken = await ana.uploads("broken.png", new Uint8Array(100));
  await ana.says("general > pictures", `[broken](${broken})`);
  // The thread has ten seconds for a picture, which on a busy machine may not pass faster.
  return { ...realm.as("Robin").environment, WEIR_CLOCK_RATE: "1" };
}

test("v draws a picture, which a resize draws anew, and leaves nothing behind; a broken one says so", async () => {
  const person = await startInTerminal({ environment: await withPictures() });
  await person.sees(/live/);
  await person.presses("n");
  await person.sees("our flag");
  const before = person.text();
  await person.presses("v");
  await person.sees("a flag · PNG · 200 × 120");
  const columns = () => person.text().match(/▀+/)?.[0].length ?? 0;
  expect(columns()).toBe(60);
  await person.resizes(40, 16);
  await person.sees(() => columns() === 33);
  await person.presses("Esc");
  await person.resizes(80, 24);
  await person.sees((lines) => lines.join("\n") === before);

  await person.presses("j", "v");
  await person.sees("This is not a picture that can be drawn.");
  await person.presses("q");
  await person.presses("q", "q");
  expect((await person.ended).code).toBe(0);
});
