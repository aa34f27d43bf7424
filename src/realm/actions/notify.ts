/** What the realm's own bot says, in a topic or to people. */
import { now, type Server } from "#realm/server.ts";
import { noMentions } from "#realm/state/messages.ts";
import { post, tellMessage } from "./send.ts";

type NoticeTarget = { readonly streamId: number; readonly topic: string } | { readonly to: number };

/** Posts in the name of the realm. */
export function notify(server: Server, place: NoticeTarget, content: string): void {
  const { notifier } = server.state.people;
  const inStream = "streamId" in place;
  const { mentions } = server.render(content);
  const message = post(server, {
    id: server.state.messages.newest + 1 + server.variation.messageGap(),
    senderId: notifier.id,
    content,
    sentAt: now(server),
    client: "Internal",
    streamId: inStream ? place.streamId : undefined,
    topic: inStream ? place.topic : "",
    participants: inStream ? [] : [notifier.id, place.to].sort((a, b) => a - b),
    readBySender: true,
    mentions: { ...noMentions, people: mentions.people },
    submessages: [],
  });
  tellMessage(server, message, undefined);
}

/** A person as the realm's bot names them: without calling them. */
export function named({ fullName, id }: { readonly fullName: string; readonly id: number }) {
  return `@_**${fullName}|${id}**`;
}
