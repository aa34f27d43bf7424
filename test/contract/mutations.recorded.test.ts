/** Recorded answers, registers and events with one key spoiled: nothing is lost, nothing is thrown, the rest is as before. */
import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { decodeEvent, decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import type { Replica } from "#model/replica.ts";
import { findEndpoint } from "#wire/endpoints/all.ts";
import type { EventType } from "#wire/event-types.ts";
import { events } from "#wire/events.ts";
import { message } from "#wire/message.ts";
import { read, type Unreadable } from "#wire/read.ts";
import { registerElements } from "#wire/register.ts";
import { brandOf } from "#wire/server.ts";
import * as make from "../support/make.ts";
import { mutation, type Specimen, sitesOf, without } from "../support/mutations.ts";
import {
  type Exchange,
  inEachSet,
  type RecordedStep,
  type Sequence,
} from "../support/recordings.ts";
import { runs } from "../support/runs.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Ten thousand in all take a minute: `FC_RUNS=10000`. */
const count = runs(1, 300);

inEachSet((name, { readAll }) => {
  const answers = readAll<Exchange>("exchanges/**/*.json").flatMap(([file, exchange]) => {
    const { request, status, body } = exchange;
    const found = findEndpoint(request.method, request.path.replace(/^\/api\/v1/, ""));
    const isAnswer = status === 200 && body["result"] === "success";
    if (found === undefined || !isAnswer) return [];
    const messages = Array.isArray(body["messages"]) ? body["messages"].slice(0, 5) : [];
    return [
      { name: file, schema: found.endpoint.answer, raw: body },
      ...messages.map((raw) => ({ name: `${file} message`, schema: message, raw })),
    ];
  });
  const recordedEvents = readAll<RecordedStep>("events/**/*.json").flatMap(
    ([file, { seen_by: seen = {} }]) =>
      Object.values(seen)
        .flat()
        .map((raw) => ({ name: file, raw: raw as Raw }))
        .filter(({ raw }) => Object.hasOwn(events, String(raw["type"])))
        .map((one) => ({ ...one, schema: events[one.raw["type"] as EventType] })),
  );
  const registers = readAll<Sequence>("sequences/*.json").map(
    ([file, { register }]) => [file, register] as const,
  );
  const elements = registers.flatMap(([file, register]) =>
    Object.entries(registerElements).flatMap(([key, schema]) => {
      const list = register[key];
      const some = Array.isArray(list) ? list.slice(0, 5) : [];
      return some.map((raw) => ({ name: `${file} ${key}`, schema, raw }));
    }),
  );

  test(`${name}: whatever becomes of a key, the object stays, and so does the rest of it`, () => {
    const specimens: readonly Specimen[] = [...answers, ...recordedEvents, ...elements];
    const sites = sitesOf(specimens);
    expect(sites.length).toBeGreaterThan(10_000);
    const random = seeded(1);
    for (let run = 0; run < count; run += 1) {
      const { specimen, raw, path, title } = mutation(sites, random);
      const skipped: Unreadable[] = [];
      const before = read(specimen.schema, specimen.raw, "", []);
      const after = read(specimen.schema, raw, "", skipped);
      if (before.kind === "unreadable" || after.kind === "unreadable")
        return expect.unreachable(title);
      expect(without(after.value, path), title).toEqual(without(before.value, path));
    }
  });

  test(`${name}: a register with a spoiled key describes as much as before`, () => {
    const sizes = (answer: Raw) => {
      const decoded = runToEnd(decodeRegister(answer));
      if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
      const { people, streams, archived, groups, drafts, scheduled } = replicaOf(answer);
      const allStreams = streams.size + archived.size;
      return [people.size, allStreams, groups.size, drafts.size, scheduled.size];
    };
    const random = seeded(2);
    for (const [file, register] of registers.slice(0, 4)) {
      const lists = Object.keys(registerElements).filter((key) => Array.isArray(register[key]));
      const before = sizes(register);
      for (let run = 0; run < count / 20; run += 1) {
        const key = lists[run % lists.length] as keyof typeof registerElements;
        const list = register[key] as readonly unknown[];
        const specimens = list.map((raw) => ({ name: file, schema: registerElements[key], raw }));
        const sites = sitesOf(specimens);
        if (sites.length === 0) continue;
        const { specimen, raw, title } = mutation(sites, random);
        const next = list.map((one) => (one === specimen.raw ? raw : one));
        expect(sizes({ ...register, [key]: next }), `${key} ${title}`).toEqual(before);
      }
    }
  });

  test(`${name}: an event with a spoiled key is applied, or left out, and throws nothing`, () => {
    const [[, register] = ["", {}]] = registers;
    const replica = replicaOf(register);
    const sites = sitesOf(recordedEvents);
    const random = seeded(3);
    for (let run = 0; run < count; run += 1) {
      const { raw, title } = mutation(sites, random);
      const decoded = decodeEvent(raw);
      expect(decoded.kind, title).toBe("event");
      if (decoded.kind !== "event") continue;
      const { event } = decoded;
      expect(() => make.after(replica, event), title).not.toThrow();
    }
  });
});

function replicaOf(answer: Raw): Replica {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  return runToEnd(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
}
