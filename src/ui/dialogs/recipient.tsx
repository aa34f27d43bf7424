/** The dialog for the recipient of a new message: a stream and a topic, or users. */
import { recipientChoices, settled } from "#commands/recipient.ts";
import { withKeys } from "#commands/sentences.ts";
import { roomLeft } from "#model/limits.ts";
import { hintsFor } from "#ui/hints.ts";
import { Dialog } from "./dialog.tsx";
import type { PropsOf } from "./facts.ts";
import { foundTopics } from "./found-rows.ts";

const texts = {
  stream: { title: "New message to a stream", placeholder: "a stream, then a topic" },
  direct: {
    title: "Write to people",
    placeholder: "a name|; {dialog.take} again to start|",
  },
};

export function Recipient({ facts, dialog }: PropsOf<"recipient">) {
  const { style, keys, view } = facts;
  const { want, text, chosen } = dialog;
  const { title, placeholder } = texts[want];
  const isDone = want === "direct" && /, $/.test(text);
  const { streamId, rest } = settled(view, dialog);
  const room = streamId === undefined ? undefined : roomLeft(rest, view.realm.maxTopicLength);
  return (
    <Dialog
      title={room === undefined ? title : `${title} (topic: ${room})`}
      typed={text}
      placeholder={withKeys(keys, placeholder)}
      list={foundTopics(style, view, recipientChoices(view, dialog))}
      chosen={chosen}
      hints={hintsFor(
        keys,
        ["dialog.take", isDone ? "write" : "take"],
        ["dialog.recipient-kind", want === "stream" ? "people" : "stream"],
        ["dialog.leave", "leave"],
      )}
    />
  );
}
