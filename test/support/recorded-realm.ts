/** The realm of a recording: names as found in the server's HTML. */

import { memoizeLast } from "#base/memoize.ts";
import { linkifier } from "#markup/linkifiers.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import { decoded } from "../../src/markup/entities.ts";
import type { GroupId, StreamId, UserId } from "../../src/wire/ids.ts";
import { readerContext } from "./reader.ts";
import { type Rendered, renderedMessages } from "./recordings.ts";

const all = memoizeLast(() =>
  renderedMessages()
    .map(({ html }) => html)
    .join("\n"),
);
const links = [linkifier("#(?P<id>[0-9]{2,5})", "http://localhost:9991/ticket/{id}")];

/** The reader context for a recorded message, derived from the server's HTML. */
export function recordedRealm({ html }: Rendered): ReaderContext {
  const named = (pattern: RegExp) =>
    [...all().matchAll(pattern)].map(([, id, name = ""]) => ({
      id: Number(id),
      name: decoded(name),
    }));
  const users = named(/data-user-id="(\d+)">@([^<]*)/g);
  const groups = named(/data-user-group-id="(\d+)">@([^<]*)/g);
  const streams = named(/class="stream" data-stream-id="(\d+)"[^>]*>#([^<]*)/g);
  return {
    ...readerContext,
    sender: undefined,
    linkifiers: links.filter((link) => link !== undefined),
    names: {
      me: undefined,
      userById: (id) => users.find((u) => u.id === id) as { id: UserId; name: string } | undefined,
      userByName: (name) => users.find((u) => u.name.toLowerCase() === name.toLowerCase()) as never,
      groupByName: (name) => {
        const group = groups.find((g) => g.name === name);
        return group && { ...group, id: group.id as GroupId, isSystem: false, includesMe: false };
      },
      streamByName: (name) => {
        const stream = streams.find((s) => s.name === name);
        return stream && { ...stream, id: stream.id as StreamId };
      },
      realmEmoji: (name) => (html.includes(`alt=":${name}:"`) ? "active" : undefined),
      unicodeEmoji: readerContext.names.unicodeEmoji,
    },
  };
}
