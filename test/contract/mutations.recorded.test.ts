/** Recorded answers, registers and events with one key spoiled: nothing is lost, nothing is thrown, the rest is as before. */
import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { values } from "#base/table.ts";
import { decodeEvent, decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import {
  additionProblem,
  channelProblem,
  creationProblem,
  deleteTopicProblem,
  postProblem,
  rejoinProblem,
  removalProblem,
  topicEditProblem,
  wildcardMentionProblem,
} from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { findEndpoint } from "#wire/endpoints/all.ts";
import type { EventType } from "#wire/event-types.ts";
import { events } from "#wire/events.ts";
import { message } from "#wire/message.ts";
import { read, type Unreadable } from "#wire/read.ts";
import { registerAnswer, registerElements } from "#wire/register.ts";
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

  const whoMay = /\.(?:cordelia|hamlet|gus|hanna)\.json$/;
  test.for(registers.filter(([file]) => whoMay.test(file)).slice(0, 3))(
    `${name}: a register with a spoiled key permits nothing more: %s`,
    ([, register]) => {
      const before = refusals(replicaOf(register));
      expect(before.length).toBeGreaterThan(3);
      const sites = sitesOf([{ name: "register", schema: registerAnswer, raw: register }]);
      const plain = sites.filter(({ path: [key] }) => !isOfTimeOrGroups(`${key}`));
      const own = (key: string, isMeant: (one: Raw) => boolean) => {
        const list = (register[key] ?? []) as readonly Raw[];
        const schema = registerElements[key as keyof typeof registerElements];
        const specimens = list.filter(isMeant).map((raw) => ({ name: key, schema, raw }));
        return sitesOf(specimens);
      };
      const lists = [
        ...own("realm_users", ({ user_id: id }) => id === register["user_id"]),
        ...own("subscriptions", () => true),
      ];
      const random = seeded(4);
      for (let run = 0; run < count / 6; run += 1) {
        const { specimen, raw, title } = mutation(run % 2 === 0 ? plain : lists, random);
        // Of some it is as good a value as the recorded one.
        if (title.endsWith("= true")) continue;
        const list = register[specimen.name] as readonly unknown[] | undefined;
        const spoilt = list?.map((one) => (one === specimen.raw ? raw : one));
        const answer = spoilt === undefined ? raw : { ...register, [specimen.name]: spoilt };
        const after = refusals(replicaOf(answer as Raw));
        expect(
          before.filter((deed) => !after.includes(deed)),
          title,
        ).toEqual([]);
      }
    },
  );

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

/** A limit of time that cannot be read is the server's to keep, and anybody may be in a group that is not known. */
function isOfTimeOrGroups(key: string): boolean {
  return /_limit_seconds$|_groups?$|_feature_level$/.test(key);
}

/** What the user may not do, each by a name of its own. */
function refusals(replica: Replica): readonly string[] {
  const streamDeeds = [...values(replica.streams)].flatMap((stream) => {
    const { id } = stream;
    const to = { kind: "topic", streamId: id, topic: "any" } as const;
    return [
      [`post ${id}`, postProblem(replica, to)],
      [`change ${id}`, channelProblem(replica, stream, "change it")],
      [`remove ${id}`, removalProblem(replica, stream)],
      [`add ${id}`, additionProblem(replica, stream)],
      [`rejoin ${id}`, rejoinProblem(replica, stream)],
      [`rename ${id}`, topicEditProblem(replica, id)],
      [`delete ${id}`, deleteTopicProblem(replica, id)],
    ] as const;
  });
  const deeds = [
    ...streamDeeds,
    ["mention", wildcardMentionProblem(replica, 100)] as const,
    ["create groups", creationProblem(replica, "create groups")] as const,
  ];
  return deeds.flatMap(([deed, problem]) => (problem === undefined ? [] : [deed]));
}

function replicaOf(answer: Raw): Replica {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  return runToEnd(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
}
