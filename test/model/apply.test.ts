import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { atOnce, decodeEvent } from "#model/decode.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import type { Picture } from "#model/picture.ts";
import { brandOf } from "#wire/server.ts";
import * as make from "../support/make.ts";
import { checkInvariants, registered } from "../support/picture.ts";

/** Recordings of a real server; they are not part of the repository. */
const root = new URL("../..", import.meta.url).pathname;
const { WIRE_FIXTURES = `${root}../shared/fixtures/wire` } = process.env;
const folder = WIRE_FIXTURES;
const names = existsSync(`${folder}/sequences`)
  ? globSync("*.json", { cwd: `${folder}/sequences` }).sort()
  : [];

type Recording = {
  readonly user_id: number;
  readonly register: Record<string, unknown>;
  readonly register_after: Record<string, unknown>;
  readonly steps: readonly { readonly events: readonly unknown[] }[];
};

function pictureOf(answer: Record<string, unknown>, epoch: number): Picture {
  const decoded = atOnce(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  expect(decoded.misfits).toEqual([]);
  return atOnce(fromRegister(decoded.register, { epoch, brand: brandOf(answer) }));
}

const title = "a recorded session's events lead to the picture that a new register gives";

if (names.length === 0) test(`${title} (no recordings here)`, ({ skip }) => skip());
else
  test.for(names)(`${title}: %s`, (name) => {
    const text = readFileSync(`${folder}/sequences/${name}`, "utf8");
    const recording: Recording = JSON.parse(text);
    let picture = pictureOf(recording.register, 1);
    checkInvariants(picture);
    for (const raw of recording.steps.flatMap(({ events }) => events)) {
      const decoded = decodeEvent(raw);
      expect(decoded.kind, JSON.stringify(raw).slice(0, 300)).not.toBe("malformed");
      if (decoded.kind === "event") picture = make.after(picture, decoded.event);
      checkInvariants(picture);
    }
    const after = pictureOf(recording.register_after, 1);
    expect(registered(picture)).toEqual(registered(after));
  });
