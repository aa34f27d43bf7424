/** The dialog for a time: how the typed one is understood, and common ones. */
import { plain, safeLine } from "#base/safe-text.ts";
import { distance, hourOn, momentLabel, sameDay, zoneName } from "#base/time.ts";
import { hoursFor, type TimeChoice, timeChoices, timeProblem } from "#commands/time-choices.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, isVanished } from "#model/select/conversations.ts";
import type { TimePurpose } from "#store/dialog.ts";
import { noSpans, span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import type { Choice } from "./opened.ts";
import { Picker } from "./picker.tsx";
import { Line, Rows } from "./row.tsx";

type SnoozePurpose = Extract<TimePurpose, { readonly kind: "snooze" }>;

const texts: Readonly<Record<TimePurpose["kind"], { title: string; take: string }>> = {
  snooze: { title: "Snooze", take: "snooze" },
  schedule: { title: "Send later", take: "schedule" },
  status: { title: "Clear the status", take: "choose" },
  reschedule: { title: "Send at another time", take: "schedule" },
};

export function TimePicker({ facts, dialog }: PropsOf<"time">) {
  const { style, view } = facts;
  const { now, purpose } = dialog;
  const { title, take } = texts[purpose.kind];
  const hours = hoursFor(view);
  const problem = timeProblem(view, dialog);
  const choices = timeChoices(view, dialog);
  const rowOf = ({ at, name, isTyped }: TimeChoice): Choice => {
    if (at === undefined) return { left: [span(safeLine(name ?? ""))] };
    const moment = momentLabel(at, now, hours);
    const away = distance(at, now);
    const right = isTyped ? `${away} ${style.glyphs.separator} ${zoneName(hours)}` : away;
    return {
      left: [
        { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
        ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
      ],
      right: [span(safeLine(right), "dim")],
    };
  };
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title={purpose.kind === "snooze" ? `${title} ${snoozedName(view, purpose)}` : title}
      take={take}
      placeholder="tomorrow 9:00, in 2h, mon 14:30"
    >
      {problem !== undefined && <Line token="warning">{safeLine(problem)}</Line>}
      <Rows of={choices.map((each, choice) => ({ choice, ...rowOf(each) }))} />
    </Picker>
  );
}

/** The current name of a single conversation. */
function snoozedName(view: Replica, { conversations, title }: SnoozePurpose): string {
  const [only, ...more] = conversations;
  if (only === undefined || more.length > 0 || isVanished(view, only)) return title;
  return conversationTitle(view, only);
}

function dayWord(at: number, now: number, zone: Parameters<typeof sameDay>[2] & object): string {
  if (sameDay(at, now, zone)) return "Today, ";
  return sameDay(at, hourOn(now, 1, 12, zone), zone) ? "Tomorrow, " : "";
}
