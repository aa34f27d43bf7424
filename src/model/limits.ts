/** Texts measured by the realm's own limits before they are sent, so that a refusal never costs anybody their text. */
import type { RealmFacts } from "./picture.ts";

/** A sentence for the person; undefined when the server will take the text. */
export type Problem = string | undefined;

/** Lengths are counted in code points, as servers count. */
function tooLong(text: string, limit: number, what: string): Problem {
  // No text has more code points than units.
  if (text.length <= limit) return undefined;
  const over = [...text].length - limit;
  if (over <= 0) return undefined;
  const characters = over === 1 ? "1 character" : `${over} characters`;
  return `${what} is ${characters} too long: the server takes ${limit}.`;
}

/** Servers refuse U+0000 wherever it stands. */
function withNull(text: string, what: string): Problem {
  return text.includes("\0")
    ? `${what} holds a null byte, which no server takes: delete it.`
    : undefined;
}

/** White space at the ends does not count: servers take it off. */
export function messageProblem({ maxMessageLength }: RealmFacts, content: string): Problem {
  const what = "The message";
  return withNull(content, what) ?? tooLong(content.trim(), maxMessageLength, what);
}

export function topicProblem({ maxTopicLength }: RealmFacts, topic: string): Problem {
  const what = "The topic";
  return withNull(topic, what) ?? tooLong(topic.trim(), maxTopicLength, what);
}

export function streamNameProblem({ maxStreamNameLength }: RealmFacts, name: string): Problem {
  const what = "The stream's name";
  if (name.trim() === "") return "A stream needs a name.";
  return withNull(name, what) ?? tooLong(name.trim(), maxStreamNameLength, what);
}

export function streamDescriptionProblem(
  { maxStreamDescriptionLength }: RealmFacts,
  description: string,
): Problem {
  const what = "The stream's description";
  return (
    withNull(description, what) ?? tooLong(description.trim(), maxStreamDescriptionLength, what)
  );
}
