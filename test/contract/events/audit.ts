/**
 * Everything that anybody is told, held against what they may know.
 *
 * An event is judged in the moment in which it is told: by what its reader may know then, or could just before the
 * request that caused it. An answer may hold whatever its reader could know since they asked, and what they asked by;
 * history may hold what they could know once.
 */
import type { Realm } from "#realm/realm.ts";
import type { Change } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import type { StoredChange } from "#realm/state-lines.ts";
import { watchChanges } from "../../support/changes.ts";
import { crowd } from "./deed.ts";
import {
  addressOf,
  hasReceived,
  mayKnow,
  type Place,
  placed,
  type Truth,
  truthOf,
  wordsIn,
} from "./secrets.ts";

export type Audit = {
  /** Judges a change; whatever changes after the beginning comes here. */
  readonly noted: (change: StoredChange) => void;
  /** Begins once the realm is born. */
  readonly begin: (realm: Realm) => void;
  /** The same way to the realm with somebody who listens. */
  readonly tapped: (fetch: Realm["fetch"]) => Realm["fetch"];
  /** One line for each word that somebody was told and may not know. */
  readonly leaks: ReadonlySet<string>;
};

/** By person. */
type Known = ReadonlyMap<number, Set<string>>;

const nothingKnown = (): Known => new Map(crowd.map((who) => [who, new Set<string>()]));

/** Events that had gathered, and messages that somebody has received. */
const isHistory = ({ url, method }: Request) =>
  method === "GET" && /\/(?:events|messages)$/.test(new URL(url).pathname);

/** Real servers name a stream to whoever writes to its ID without being allowed to. */
const refusal = /Not authorized to send to channel '[^']*'/g;

/** They also go on naming streams in which somebody has muted topics. */
const mutedTopics = /"muted_topics":\[(?:\[[^\]]*\],?)*\]/g;

/** Who asks; undefined for strangers. */
function userOf(request: Request): number {
  const [, key = ""] = request.headers.get("authorization")?.split(" ") ?? [];
  return Number(/^mail(\d+)@/.exec(atob(key))?.[1]);
}

export function auditOf(): Audit {
  let truth: Truth | undefined;
  let isStale = true;
  const places = new Map<string, Place[]>();
  const owners = new Map<string, number>();
  const [now, once] = [nothingKnown(), nothingKnown()];
  const leaks = new Set<string>();
  /** What could be known since each request that is under way was made. */
  const underWay = new Set<{ readonly userId: number; readonly words: Set<string> }>();

  const put = (text: string, place: Place) => {
    for (const word of wordsIn(text)) places.set(word, [...(places.get(word) ?? []), place]);
  };
  const judge = (userId: number, text: string, allowed: readonly Set<string>[], how: string) => {
    for (const word of wordsIn(text))
      if (!allowed.some((some) => some.has(word)))
        leaks.add(`${userId} was told ${word} by ${how}`);
  };
  const learn = (id: number, word: string) => {
    now.get(id)?.add(word);
    for (const { userId, words } of underWay) if (userId === id) words.add(word);
  };
  const grantTo = (truth: Truth, person: Person) => {
    for (const [word, some] of places) {
      const isKnown = some.some((place) => mayKnow(truth, person, place));
      if (isKnown) learn(person.id, word);
      if (isKnown || some.some((place) => hasReceived(truth, person, place)))
        once.get(person.id)?.add(word);
    }
  };
  const grant = (truth: Truth) => {
    for (const userId of crowd) {
      const person = truth.state.people.byId.get(userId);
      if (person !== undefined) grantTo(truth, person);
    }
  };
  /** What may be known before anything happens. */
  const refresh = () => {
    if (!isStale || truth === undefined) return;
    isStale = false;
    for (const known of now.values()) known.clear();
    grant(truth);
  };
  const noted = (change: StoredChange) => {
    if (change.kind === "queue opened") owners.set(change.id, change.userId);
    else if (change.kind === "queue told") {
      const userId = owners.get(change.id) ?? 0;
      const how = `the event ${change.event.type}`;
      const text = JSON.stringify(change.event).replace(mutedTopics, "");
      judge(userId, text, [now.get(userId) ?? new Set()], how);
    } else if (!change.kind.startsWith("queue ") && truth !== undefined) {
      const news = placed(truth, change as Change);
      if (news !== undefined) put(...news);
      isStale = true;
      grant(truth);
    }
  };

  return {
    noted,
    begin: (realm) => {
      const born = realm.control.server.state;
      watchChanges(realm, noted);
      truth = truthOf(born);
      for (const ownerId of crowd) put(addressOf(ownerId), { in: "address", ownerId });
      for (const { id, name } of born.streams.byId.values())
        put(name, { in: "name", streamId: id });
    },
    tapped: (fetch) => async (request) => {
      const userId = userOf(request);
      const asked = decodeURIComponent(`${request.url} ${await request.clone().text()}`);
      refresh();
      const since = { userId, words: new Set([...(now.get(userId) ?? []), ...wordsIn(asked)]) };
      underWay.add(since);
      const response = await fetch(request).finally(() => underWay.delete(since));
      const allowed = [since.words, ...(isHistory(request) ? [once.get(userId)] : [])];
      const how = `the answer to ${request.method} ${new URL(request.url).pathname}`;
      const answer = await response.clone().text();
      const text = answer.replace(refusal, "").replace(mutedTopics, "");
      judge(
        userId,
        text,
        allowed.filter((some) => some !== undefined),
        how,
      );
      return response;
    },
    leaks,
  };
}
