/** Reporting a message to the moderators: the form, and the command that opens it. */
import { get } from "#base/table.ts";
import { commandsIn } from "#commands/command.ts";
import { endpointForm, field, levelProblem } from "#commands/forms/endpoint-form.ts";
import { openForm } from "#commands/forms/open-form.ts";
import type { Problem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { senderOf } from "#model/select/conversations.ts";
import { reportMessage } from "#wire/endpoints/flags.ts";
import type { MessageId } from "#wire/ids.ts";
import { onMessage } from "./selected.ts";

/** Why nobody can report a message. LEVEL(331): before it, no server says where the moderators receive them. */
function reportProblem(view: Replica): Problem {
  const old = levelProblem(view, reportMessage);
  const stream = view.organization.settings["moderation_request_channel_id"];
  const isOff = typeof stream !== "number" || stream < 0;
  return old ?? (isOff ? "Your organization does not take reports of messages." : undefined);
}

function reasonsIn({ realm }: Replica): string {
  return realm.reportTypes.map(({ key }) => key).join(", ");
}

/** This one needs an explanation. */
const otherReason = "other";

export const reportForm = endpointForm<Message>({
  saves: reportMessage,
  deed: "report messages",
  subject: ({ messages }, { id }) => get(messages, id as MessageId),
  title: ({ view, subject }) => `Report the message of ${senderOf(view, subject)}`,
  explanation: ({ subject }) => [
    ...subject.content.trim().split("\n", 1),
    "The moderators learn of it, and that you reported it.",
  ],
  fields: [
    field(reportMessage, "report_type", {
      key: "reason",
      label: "Reason",
      kind: ({ view }) => ({
        type: "choice",
        options: view.realm.reportTypes.map(({ key, name }) => ({
          value: key,
          title: name || key,
        })),
      }),
      value: () => "",
      problem: (text, { view }) =>
        text === "" ? `Choose a reason: ${reasonsIn(view)}.` : undefined,
    }),
    field(reportMessage, "description", {
      key: "text",
      label: "What is wrong",
      value: () => "",
      placeholder: "for the moderators",
      problem: (text, _, { reason }) =>
        reason === otherReason && text.trim() === "" ? "Say what is wrong with it." : undefined,
    }),
  ],
  locked: ({ view }) => reportProblem(view),
  submit: "Report the message",
  report: () => "Reported the message to the moderators",
});

export const reporting = commandsIn(["reader"], {
  "message.report": {
    alsoCalled: "report,flag message,abuse,spam,moderators",
    title: "Report the message to the moderators",
    keys: [],
    ...onMessage(
      ({ store }, { id }) => openForm(store, { name: "report", id }),
      (_, { view }) => reportProblem(view),
    ),
  },
});
