import { expect, test } from "vitest";
import { recentConversations } from "#commands/conversation/recent.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, totals } from "#model/select/inbox.ts";
import { everybody } from "#model/select/people.ts";
import { directsIn, sidebar } from "#model/select/sidebar.ts";
import { orderedStreams, streamStates } from "#model/select/streams.ts";
import type { StreamId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";

const open: ReadonlySet<StreamId> = new Set();

const selectors: Readonly<Record<string, (replica: Replica) => unknown>> = {
  inbox,
  totals,
  streamStates,
  sidebar: (replica) => sidebar(replica, open),
  directs: directsIn,
  recent: recentConversations,
  streams: (replica) => orderedStreams(replica),
  people: ({ people }) => everybody(people),
};

function account(...topics: readonly string[]): Replica {
  const said = topics.map((subject) => make.arrival(make.message({ subject })));
  return make.after(
    make.replica(),
    make.arrival(make.message({ to: [make.me, make.ada] })),
    ...said,
  );
}

test.each(Object.entries(selectors))(
  "%s: asked about accounts in turn, the same object comes back",
  (_, of) => {
    const accounts = [account("ops"), account("garden", "kitchen"), account()];
    const before = accounts.map(of);
    expect(new Set(before).size).toBe(accounts.length);
    for (const [at, replica] of accounts.entries()) expect(of(replica)).toBe(before[at]);
  },
);

test.each(["inbox", "sidebar"])(
  "%s: what an account's event does not change stays, whichever was asked about before",
  (name) => {
    const of = selectors[name] as (replica: Replica) => unknown;
    const [one, other] = [account("ops"), account("garden")];
    const before = of(one);
    of(other);
    const typing = {
      op: "start",
      sender: { user_id: make.ada },
      recipients: [{ user_id: make.me }],
    };
    const after = make.after(one, make.event("typing", typing));
    expect(after).not.toBe(one);
    expect(of(after)).toBe(before);
  },
);
