import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { decodeEvent, decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import type { Replica } from "#model/replica.ts";
import type { StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import * as make from "../support/make.ts";
import { inEachSet, type Sequence, tell } from "../support/recordings.ts";
import { checkInvariants, registered } from "../support/replica.ts";

type Raw = Readonly<Record<string, unknown>>;

function replicaOf(answer: Raw, epoch: number): Replica {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  expect(decoded.skipped).toEqual([]);
  return runToEnd(fromRegister(decoded.register, { epoch, brand: brandOf(answer) }));
}

/** What events determine only in part: presences, and the newest message after deletions. */
function partlyKnown({ presences, newestMessage }: Replica, events: readonly Raw[]) {
  const seen = events.filter(({ type }) => type === "presence").map((event) => event["user_id"]);
  const isLess = events.some(({ type }) => type === "delete_message");
  return {
    presences: [...presences].filter(([id]) => seen.includes(id)),
    newestMessage: isLess ? undefined : newestMessage,
  };
}

/** What legacy keys of a register repeat: the own name and role, and muted topics. */
function legacyKeysOf({ people, ownId, policies, streams }: Replica) {
  const own = get(people, ownId);
  const muted = [...policies].filter(([, policy]) => policy === 1).map(([key]) => key as string);
  const known = muted.filter((key) => get(streams, Number(key.split(":")[1]) as StreamId));
  return { name: own?.name, role: own?.role, muted: known.sort() };
}

function legacyKeysIn(answer: Raw) {
  const streams = new Map(
    (answer["streams"] as Raw[]).map(({ name, stream_id }) => [name, stream_id]),
  );
  const muted = (answer["muted_topics"] as [string, string][])
    .filter(([name]) => streams.has(name))
    .map(([name, topic]) => topicKey(streams.get(name) as StreamId, topic) as string);
  return { name: answer["full_name"], role: roleIn(answer), muted: muted.sort() };
}

function roleIn(answer: Raw): number {
  const flags = ["is_owner", "is_admin", "is_moderator", "is_guest"];
  return [100, 200, 300, 600][flags.findIndex((flag) => answer[flag] === true)] ?? 400;
}

const title = "a recorded session's events lead to the state of a new register";

inEachSet((set, { readAll }) => {
  const sequences = readAll<Sequence>("sequences/*.json");
  test(`there are recorded sessions of ${set}`, () => tell(`sessions of ${set}`, sequences.length));
  for (const [file, sequence] of sequences) {
    const name = `${set} ${file.replace(/^sequences\/|\.json$/g, "")}`;
    test(`${title}: ${name}`, () => {
      const { replica, after, events } = replayed(sequence);
      expect(registered(replica)).toEqual(registered(after));
      expect(partlyKnown(replica, events)).toEqual(partlyKnown(after, events));
      expect(legacyKeysOf(replica)).toEqual(legacyKeysIn(sequence.register_after));
    });
  }
});

/** Nothing of the answers and events is skipped. */
function replayed({ register, steps, register_after: registerAfter }: Sequence) {
  const events = steps.flatMap((step) => step.events as readonly Raw[]);
  let replica = replicaOf(register, 1);
  checkInvariants(replica);
  for (const raw of events) {
    const decoded = decodeEvent(raw);
    const title = JSON.stringify(raw).slice(0, 300);
    expect(decoded.kind, title).not.toBe("malformed");
    if (decoded.kind === "event") {
      expect(decoded.skipped, title).toEqual([]);
      replica = make.after(replica, decoded.event);
    }
    checkInvariants(replica);
  }
  return { replica, after: replicaOf(registerAfter, 1), events };
}
