/** Converts narrows to search terms that servers of every level understand. */
import { type Narrow, others, type SearchTerm } from "#model/narrow.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

// All servers accept "stream"; newer ones "channel" as well. LEVEL(177): before it, "dm" was spelled "pm-with" and
// "is:dm" was "is:private".

/** The terms that select a narrow's messages. `own` is the reader's ID. */
export function termsOf(narrow: Narrow, own: UserId, level: number): NarrowTerm[] {
  switch (narrow.kind) {
    case "topic":
      return [
        { operator: "stream", operand: narrow.streamId },
        { operator: "topic", operand: narrow.topic },
      ];
    case "direct": {
      const operator = level >= since.dmOperators ? "dm" : "pm-with";
      return [{ operator, operand: [...others(narrow.userIds, own)] }];
    }
    case "stream":
      return [{ operator: "stream", operand: narrow.streamId }];
    case "sender":
      return [{ operator: "sender", operand: narrow.userId }];
    case "all":
      return [];
    case "mentions":
      return [{ operator: "is", operand: "mentioned" }];
    case "starred":
      return [{ operator: "is", operand: "starred" }];
    case "directs":
      return [{ operator: "is", operand: level >= since.dmOperators ? "dm" : "private" }];
    case "search":
      return narrow.terms.map((term) => searchTermOf(term, level));
  }
}

const olderOperators: Readonly<Partial<Record<string, string>>> = {
  dm: "pm-with",
  "dm-including": "group-pm-with",
};

function searchTermOf({ operator, operand, negated }: SearchTerm, level: number): NarrowTerm {
  const isOld = level < since.dmOperators;
  const older = operator === "is" && operand === "dm" ? "private" : operand;
  const encoded = isOld ? older : operand;
  return {
    operator: isOld ? (olderOperators[operator] ?? operator) : operator,
    operand: typeof encoded === "object" ? [...encoded] : encoded,
    ...(negated && { negated }),
  };
}
