/** What the user's rules did about a conversation or a message, as far as the undo log has it. */
import { type ConversationKey, conversationKey, topicKey } from "#model/conversation.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Action } from "./intent.ts";
import type { Journal, Step } from "./journal.ts";

/** The sentence with the title of the rule that did it. */
export function byRule(sentence: string, rule: string): string {
  return `${sentence}, by rule ${rule}`;
}

/** The sentence of a rule's step, where the rule is named already. */
export function withoutRule({ sentence, rule = "" }: Step): string {
  const end = byRule("", rule);
  return sentence.endsWith(end) ? sentence.slice(0, -end.length) : sentence;
}

/** Oldest first. With a message, what was done about others there is left out. */
export function stepsOfRules(
  { undo }: Pick<Journal, "undo">,
  conversation: ConversationKey,
  message?: MessageId,
): readonly Step[] {
  return undo.filter(
    ({ rule, done, snoozes }) =>
      rule !== undefined &&
      (snoozes?.after.has(conversation) === true ||
        done.some((action) => isAbout(action, conversation, message))),
  );
}

function isAbout(action: Action, conversation: ConversationKey, message: MessageId | undefined) {
  if (action.kind === "topic-policy")
    return topicKey(action.streamId, action.topic) === conversation;
  if (action.kind !== "read") return false;
  if (message !== undefined) return action.ids.includes(message);
  return action.at !== undefined && conversationKey(action.at) === conversation;
}
