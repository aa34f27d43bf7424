/** A short run for each kind of action in which it changes something. */
import { type Action, ana, bo, cleo, does } from "./action.ts";

/** Prerequisites by kind. */
const before: Readonly<Record<string, readonly Action[]>> = {
  clearField: [does("fillField", cleo), does("fillField", ana)],
  clearTopic: [0, 1, 2].map((a) => does("muteTopic", ana, a)),
  deleteDraft: [does("addDraft", ana), does("addDraft", bo)],
  deleteFile: [does("upload", ana), does("upload", cleo)],
  editDraft: [does("addDraft", ana), does("addDraft", cleo)],
  nestGroup: [does("makeGroup", cleo)],
  openStream: [does("closeStream", cleo, 0), does("closeStream", cleo, 1)],
  reactivate: [does("deactivate", cleo, 2), does("deactivate", cleo, 3)],
  readNarrow: [does("send", bo), does("sendDirect", bo, 1)],
  readStream: [does("send", bo, 0), does("send", bo, 2)],
  readTopic: [does("send", bo, 0), does("send", bo, 2)],
  removeWord: [does("addWord", ana, 0, 1), does("addWord", cleo, 0, 1)],
  reschedule: [does("schedule", ana, 1), does("schedule", cleo, 1)],
  takeBack: [does("react", ana, 0, 0), does("react", cleo, 1, 0)],
  takeGroupOut: [does("makeGroup", cleo), does("nestGroup", cleo, 0, 1)],
  unmutePerson: [does("mutePerson", ana, 1), does("mutePerson", cleo, 1)],
  unschedule: [does("schedule", ana, 1), does("schedule", cleo, 1)],
  unstar: [does("star", ana, 0, 1), does("star", cleo, 0, 1)],
  vote: [does("sendPoll", cleo)],
  wait: [does("schedule", ana, 0), does("scheduleDirect", bo, 0)],
};

const numbers = [
  [0, 0],
  [1, 0],
  [0, 1],
  [2, 1],
  [2, 0],
  [1, 2],
  [8, 1],
  [9, 0],
  [7, 3],
] as const;

/** The prerequisites, then the action by several users and with several numbers. */
export function firstOf(kind: string): readonly Action[] {
  const tries = [cleo, ana, bo].flatMap((who) => numbers.map(([a, b]) => does(kind, who, a, b)));
  return [...(before[kind] ?? []), ...tries];
}
