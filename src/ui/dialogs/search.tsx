/** The search input: how the query is understood or why it is invalid, and completions. */
import { safeLine } from "#base/safe-text.ts";
import { dayLabel } from "#base/time.ts";
import { searchChoices } from "#commands/search/completing.ts";
import { queryOf } from "#commands/search/query.ts";
import { hoursFor } from "#commands/time-choices.ts";
import { hintsFor } from "#ui/hints.ts";
import { span } from "#ui/spans.ts";
import { Dialog } from "./dialog.tsx";
import type { PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Line } from "./row.tsx";

export function Search({ facts, dialog }: PropsOf<"search">) {
  const { keys, view, searches } = facts;
  const { text, chosen } = dialog;
  const choices = searchChoices(view, text, searches);
  const isUnfinished = choices.length > 0 && !/(?:^|\s)$/.test(text);
  const list = choices.map(({ kind, title, detail }) => ({
    left: [{ ...span(safeLine(title), kind === "operator" ? "strong" : "text"), shrinks: true }],
    right: [span(safeLine(kind === "recent" ? "recent" : detail), "dim")],
  }));
  return (
    <Dialog
      title="Search"
      typed={text}
      placeholder="words, operators such as sender:, or a day: on monday"
      list={list}
      chosen={chosen}
      hints={hintsFor(
        keys,
        ["search.ask", chosen < 0 ? "search" : "take"],
        ["search.complete", "complete"],
        ["search.up", "last searches"],
        ["search.leave", "close"],
      )}
    >
      <Understood facts={facts} dialog={dialog} isUnfinished={isUnfinished} />
    </Dialog>
  );
}

type UnderstoodProps = PropsOf<"search"> & {
  /** The last term may still be completed. */
  readonly isUnfinished: boolean;
};

/** What Enter will do, or the problem, before it is pressed. */
function Understood({ facts, dialog, isUnfinished }: UnderstoodProps) {
  const { view, now } = facts;
  const { text, problem, day } = dialog;
  const warning = (sentence: string) => <Paragraph token="warning">{safeLine(sentence)}</Paragraph>;
  if (problem !== undefined) return warning(problem);
  if (day?.text === text)
    return (
      <Paragraph token="dim">{safeLine(`to ${dayLabel(day.at, now, hoursFor(view))}`)}</Paragraph>
    );
  const query = queryOf(view, text);
  if (query.kind === "terms") return <Line token="dim">{safeLine(query.meaning)}</Line>;
  return query.kind === "problem" && !isUnfinished ? warning(query.sentence) : null;
}
