/** Endpoints for saved snippets, reminders, and views for navigation. */
import * as z from "zod";
import { atMost, errorsOf, notBlank } from "#wire/checks.ts";
import { type ErrorRow, endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchMessage, refused, tooLong } from "#wire/error-rows.ts";
import { messageId, reminderId, snippetId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { asked, identifies, object } from "#wire/object.ts";
import { navigationView, reminder, savedSnippet } from "#wire/personal.ts";

// Saved snippets.

const snippets = "protocol reference, part 2, 8.3";

export const snippetTitle = plain(z.string(), {
  isTrimmed: true,
  checks: [
    notBlank(refused("title empty", "title cannot be blank")),
    atMost("snippetTitleLength", tooLong("title")),
  ],
});
export const snippetContent = plain(z.string(), {
  checks: [
    notBlank(refused("text empty", "content cannot be blank")),
    atMost("messageLength", tooLong("content")),
  ],
});
const snippetErrors = [...errorsOf(snippetTitle), ...errorsOf(snippetContent)];

export const noSuchSnippet: ErrorRow = {
  ...refused("unknown ID", "Saved snippet does not exist."),
  status: 404,
};

export const getSnippets = endpoint("GET /saved_snippets", {
  heading: snippets,
  summary: "lists your saved snippets",
  since: since.savedSnippets,
  answer: object({ saved_snippets: z.array(savedSnippet) }, { saved_snippets: asked }),
});

export const createSnippet = endpoint("POST /saved_snippets", {
  heading: snippets,
  summary: "saves a snippet",
  since: since.savedSnippets,
  parameters: { title: snippetTitle, content: snippetContent },
  answer: object({ saved_snippet_id: snippetId }, { saved_snippet_id: identifies }),
  errors: snippetErrors,
});

export const editSnippet = endpoint("PATCH /saved_snippets/{saved_snippet_id}", {
  heading: snippets,
  summary: "changes a saved snippet",
  since: since.snippetEdits,
  parameters: { title: optional(snippetTitle), content: optional(snippetContent) },
  errors: [...snippetErrors, noSuchSnippet],
});

export const deleteSnippet = endpoint("DELETE /saved_snippets/{saved_snippet_id}", {
  heading: snippets,
  summary: "deletes a saved snippet",
  since: since.savedSnippets,
  errors: [noSuchSnippet],
});

// Reminders.

const reminders = "protocol reference, part 2, 8.2";

export const reminderNote = plain(z.string(), {
  since: since.reminderNotes,
  isTrimmed: true,
  checks: [atMost("reminderNoteLength", tooLong("note"))],
});

export const notInFuture = refused(
  "time not in the future",
  "Scheduled delivery time must be in the future.",
);

export const noSuchReminder: ErrorRow = {
  ...refused("unknown ID", "Reminder does not exist"),
  status: 404,
};

export const createReminder = endpoint("POST /reminders", {
  heading: reminders,
  summary: "has the notification bot remind you of a message",
  since: since.reminding,
  parameters: {
    message_id: json(messageId),
    scheduled_delivery_timestamp: json(z.int(), { description: "UNIX seconds" }),
    note: optional(reminderNote),
  },
  answer: object({ reminder_id: reminderId }, { reminder_id: identifies }),
  errors: [noSuchMessage, notInFuture, ...errorsOf(reminderNote)],
});

export const getReminders = endpoint("GET /reminders", {
  heading: reminders,
  summary: "lists your reminders",
  since: since.reminders,
  answer: object({ reminders: z.array(reminder) }, { reminders: asked }),
});

export const deleteReminder = endpoint("DELETE /reminders/{reminder_id}", {
  heading: reminders,
  summary: "deletes a reminder",
  since: since.reminders,
  errors: [noSuchReminder],
});

// Views for navigation, which are identified by the end of their URL.

const views = "protocol reference, part 2, 8.4";

export const namedBuiltIn = refused(
  "a name for a view of the server's own",
  "Built-in views cannot have a custom name.",
);
export const namelessView = refused(
  "a narrow without a name",
  "Custom views must have a valid name.",
);
export const viewTaken = refused(
  "there is such a view, or one of that name",
  "Navigation view already exists.",
);
export const noSuchView: ErrorRow = {
  ...refused("unknown fragment", "Navigation view does not exist."),
  status: 404,
};

const viewName = optional(plain(z.string(), { description: "needed for narrows alone" }));

export const getNavigationViews = endpoint("GET /navigation_views", {
  heading: views,
  summary: "lists your views for navigation",
  since: since.navigationViews,
  answer: object({ navigation_views: z.array(navigationView) }, { navigation_views: asked }),
});

export const addNavigationView = endpoint("POST /navigation_views", {
  heading: views,
  summary: "adds a view for navigation",
  since: since.navigationViews,
  parameters: {
    fragment: plain(z.string().min(1), {
      description: "such as inbox, or narrow/is/followed: what follows # in its URL",
    }),
    is_pinned: json(z.boolean()),
    name: viewName,
  },
  errors: [namedBuiltIn, namelessView, viewTaken],
});

export const editNavigationView = endpoint("PATCH /navigation_views/{fragment}", {
  heading: views,
  summary: "changes a view for navigation",
  since: since.navigationViews,
  parameters: { is_pinned: optional(json(z.boolean())), name: viewName },
  errors: [noSuchView, namedBuiltIn, viewTaken],
});

export const removeNavigationView = endpoint("DELETE /navigation_views/{fragment}", {
  heading: views,
  summary: "removes a view for navigation",
  since: since.navigationViews,
  errors: [noSuchView],
});
