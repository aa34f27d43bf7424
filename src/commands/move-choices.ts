/** The choices for moving messages: the target, which messages, and who is notified. */
import { isTopicKnown, type Move } from "#journal/actions/move.ts";
import { topicKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { DialogOf, Moved } from "#store/dialog.ts";
import { foundTopic, type Match } from "./match.ts";
import { recipientChoices, settled } from "./recipient.ts";

type TargetDialog = DialogOf<"move-target">;
type MoveDialog = DialogOf<"move">;

/** The possible targets: topics of the typed stream, the typed topic first; or streams. */
export function moveTargets(view: Replica, dialog: TargetDialog): readonly Match[] {
  const line = { kind: "recipient", want: "stream", text: dialog.text, chosen: 0 } as const;
  const { streamId, rest } = settled(view, line);
  const found = recipientChoices(view, line);
  const typed = rest.trim();
  if (streamId === undefined || typed === "") return found;
  const key = topicKey(streamId, typed);
  const near = found.filter(
    ({ kind, title }) => kind === "topic" && topicKey(streamId, title) !== key,
  );
  const isKnown = found.some(({ kind, title }) => kind === "topic" && title === typed);
  return [{ ...foundTopic(view, streamId, typed), kind: isKnown ? "topic" : "new topic" }, ...near];
}

export type MoveOption = {
  readonly key: string;
  readonly title: string;
  /** What accepting it moves; undefined: it is a checkbox. */
  readonly mode?: Move["mode"];
  readonly isOn?: boolean;
};

function messages(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

/** The options, with numbers of messages if known. */
export function moveOptions(view: Replica, dialog: MoveDialog): readonly MoveOption[] {
  const { moved, noticeInNew, noticeInOld } = dialog;
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  const at = ids.indexOf(moved.messageId);
  const later = reachesEnd && at >= 0 ? ids.length - at - 1 : undefined;
  const all = isWhole ? `All ${messages(ids.length)} of the topic` : "All messages of the topic";
  const after = later === undefined ? "the later ones" : `the ${later} after it`;
  const one: readonly MoveOption[] = moved.isTopic
    ? []
    : [
        { key: "l", title: `This message and ${after}`, mode: "change_later" },
        { key: "o", title: "This message only", mode: "change_one" },
      ];
  return [
    { key: "a", title: all, mode: "change_all" },
    ...one,
    { key: "n", title: "Notice in the new topic", isOn: noticeInNew },
    { key: "p", title: "Notice in the old topic", isOn: noticeInOld },
  ];
}

/** The known messages of the topic, and whether those are all of it, or all up to its end. */
export function knownIds({ histories }: Replica, { from }: Moved) {
  const history = histories.get(narrowKey({ kind: "topic", ...from }));
  const { ids = [], oldestKnown = false, newestKnown = false } = history ?? {};
  return { ids, isWhole: oldestKnown && newestKnown, reachesEnd: newestKnown };
}

/** Warns that the moved messages cannot be separated again from those already there; undefined if they can. */
export function mergeWarning(view: Replica, { moved, to }: MoveDialog): string | undefined {
  const isSame =
    topicKey(to.streamId, to.topic) === topicKey(moved.from.streamId, moved.from.topic);
  if (isSame || !isTopicKnown(view, to)) return undefined;
  return "The topic already exists, so this cannot be undone.";
}
