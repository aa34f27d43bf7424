/** A short run for each kind of action in which it changes something. */
import { type Action, actionOf, ana, bo, cleo } from "./action.ts";

/** Prerequisites by kind. */
const before: Readonly<Record<string, readonly Action[]>> = {
  changeFolder: [actionOf("makeFolder", cleo, 0, 0), actionOf("makeFolder", cleo, 0, 1)],
  clearField: [actionOf("fillField", cleo), actionOf("fillField", ana)],
  clearTopic: [0, 1, 2].map((a) => actionOf("muteTopic", ana, a)),
  deleteDraft: [actionOf("addDraft", ana), actionOf("addDraft", bo)],
  deleteFile: [actionOf("upload", ana), actionOf("upload", cleo)],
  deleteSnippet: [actionOf("saveSnippet", ana), actionOf("saveSnippet", bo)],
  editDraft: [actionOf("addDraft", ana), actionOf("addDraft", cleo)],
  editSnippet: [actionOf("saveSnippet", ana), actionOf("saveSnippet", cleo)],
  editView: [actionOf("addView", ana, 0, 1), actionOf("addView", cleo, 0, 1)],
  forgetReminder: [actionOf("remind", ana, 1), actionOf("remind", cleo, 1)],
  nestGroup: [actionOf("makeGroup", cleo)],
  orderFolders: [actionOf("makeFolder", cleo, 0, 0), actionOf("makeFolder", cleo, 0, 1)],
  openStream: [actionOf("closeStream", cleo, 0), actionOf("closeStream", cleo, 1)],
  putIntoFolder: [actionOf("makeFolder", cleo, 0, 0), actionOf("makeFolder", cleo, 0, 1)],
  reactivate: [actionOf("deactivate", cleo, 2), actionOf("deactivate", cleo, 3)],
  readNarrow: [actionOf("send", bo), actionOf("sendDirect", bo, 1)],
  readStream: [actionOf("send", bo, 0), actionOf("send", bo, 2)],
  readTopic: [actionOf("send", bo, 0), actionOf("send", bo, 2)],
  removeView: [actionOf("addView", ana, 0, 1), actionOf("addView", cleo, 0, 0)],
  removeWord: [actionOf("addWord", ana, 0, 1), actionOf("addWord", cleo, 0, 1)],
  reschedule: [actionOf("schedule", ana, 1), actionOf("schedule", cleo, 1)],
  takeBack: [actionOf("react", ana, 0, 0), actionOf("react", cleo, 1, 0)],
  takeGroupOut: [actionOf("makeGroup", cleo), actionOf("nestGroup", cleo, 0, 1)],
  unmutePerson: [actionOf("mutePerson", ana, 1), actionOf("mutePerson", cleo, 1)],
  unschedule: [actionOf("schedule", ana, 1), actionOf("schedule", cleo, 1)],
  unstar: [actionOf("star", ana, 0, 1), actionOf("star", cleo, 0, 1)],
  vote: [actionOf("sendPoll", cleo)],
  wait: [actionOf("schedule", ana, 0), actionOf("scheduleDirect", bo, 0)],
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
  const tries = [cleo, ana, bo].flatMap((who) =>
    numbers.map(([a, b]) => actionOf(kind, who, a, b)),
  );
  return [...(before[kind] ?? []), ...tries];
}
