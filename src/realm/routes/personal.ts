/** Routes for saved snippets, reminders, and views for navigation. */
import { readableMessage } from "#realm/actions/access.ts";
import { armDelivery, tellReminders } from "#realm/actions/delivery.ts";
import { refusalOf } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announceTo, commit, now } from "#realm/server.ts";
import type { Reminder, Snippet, View } from "#realm/state/personal.ts";
import { reminderText, reminderView, snippetView, viewView } from "#realm/views/personal.ts";
import * as wire from "#wire/endpoints/personal.ts";

type Asking = Pick<RouteRequest, "server" | "person" | "personal">;

const snippetRoutes = [
  route(wire.getSnippets, ({ personal }) => ({
    saved_snippets: personal.snippets.map(snippetView),
  })),
  route(wire.createSnippet, (request) => {
    const { server, personal, values } = request;
    const title = accepted(wire.snippetTitle, values.title);
    const content = accepted(wire.snippetContent, values.content);
    const id = server.state.newest.snippet + 1;
    const snippet = { id, title, content, createdAt: now(server) };
    setSnippets(request, [...personal.snippets, snippet]);
    tellSnippet(request, "add", snippet);
    return { saved_snippet_id: id };
  }),
  action(wire.editSnippet, (request) => {
    const { personal, values, id } = request;
    const before = personal.snippets.find((one) => one.id === id);
    if (before === undefined) throw refusalOf(wire.noSuchSnippet);
    const title = accepted(wire.snippetTitle, values.title ?? before.title);
    const content = accepted(wire.snippetContent, values.content ?? before.content);
    const after = { ...before, title, content };
    setSnippets(
      request,
      personal.snippets.map((one) => (one === before ? after : one)),
    );
    tellSnippet(request, "update", after);
  }),
  action(wire.deleteSnippet, (request) => {
    const { server, person, personal, id } = request;
    const others = personal.snippets.filter((one) => one.id !== id);
    if (others.length === personal.snippets.length) throw refusalOf(wire.noSuchSnippet);
    setSnippets(request, others);
    announceTo(server, person.id, "saved_snippets", { op: "remove", saved_snippet_id: id });
  }),
];

function setSnippets({ server, person }: Asking, snippets: readonly Snippet[]): void {
  commit(server, { kind: "snippets set", userId: person.id, snippets });
}

function tellSnippet({ server, person }: Asking, op: "add" | "update", snippet: Snippet): void {
  announceTo(server, person.id, "saved_snippets", { op, saved_snippet: snippetView(snippet) });
}

const reminderRoutes = [
  route(wire.createReminder, (request) => {
    const { server, person, personal, values } = request;
    const { message_id: messageId, scheduled_delivery_timestamp: at } = values;
    const note = accepted(wire.reminderNote, values.note ?? "");
    const message = readableMessage(server, person, messageId);
    if (at <= now(server)) throw refusalOf(wire.notInFuture);
    const content = reminderText(server, message, note);
    const reminder = { id: server.state.newest.reminder + 1, messageId, content, at };
    setReminders(request, [...personal.reminders, reminder]);
    armDelivery(server);
    tellReminders(server, person.id, {
      op: "add",
      reminders: [reminderView(server, person, reminder)],
    });
    return { reminder_id: reminder.id };
  }),
  route(wire.getReminders, ({ server, person, personal }) => ({
    reminders: personal.reminders.map((one) => reminderView(server, person, one)),
  })),
  action(wire.deleteReminder, (request) => {
    const { server, person, personal, id } = request;
    const others = personal.reminders.filter((one) => one.id !== id);
    if (others.length === personal.reminders.length) throw refusalOf(wire.noSuchReminder);
    setReminders(request, others);
    tellReminders(server, person.id, { op: "remove", reminder_id: id });
  }),
];

function setReminders({ server, person }: Asking, reminders: readonly Reminder[]): void {
  commit(server, { kind: "reminders set", userId: person.id, reminders });
}

/** The server's own views, which have names already. */
const builtIn = new Set("inbox recent all starred mentions reactions drafts".split(" "));

const viewRoutes = [
  route(wire.getNavigationViews, ({ personal }) => ({
    navigation_views: personal.views.map(viewView),
  })),
  action(wire.addNavigationView, (request) => {
    const { server, person, personal, values } = request;
    const { fragment, is_pinned: isPinned, name = null } = values;
    const isOwn = builtIn.has(fragment);
    if (isOwn && name !== null) throw refusalOf(wire.namedBuiltIn);
    if (!isOwn && (name ?? "").trim() === "") throw refusalOf(wire.namelessView);
    const isTaken = (one: View) => one.fragment === fragment || (!isOwn && one.name === name);
    if (personal.views.some(isTaken)) throw refusalOf(wire.viewTaken);
    const view = { fragment, isPinned, name };
    setViews(request, [...personal.views, view]);
    announceTo(server, person.id, "navigation_view", {
      op: "add",
      navigation_view: viewView(view),
    });
  }),
  action(wire.editNavigationView, (request) => {
    const { server, person, personal, values } = request;
    const before = viewIn(request);
    const { name = before.name, is_pinned: isPinned = before.isPinned } = values;
    const isOwn = builtIn.has(before.fragment);
    if (isOwn && name !== null) throw refusalOf(wire.namedBuiltIn);
    const others = personal.views.filter((one) => one !== before);
    if (!isOwn && others.some((one) => one.name === name)) throw refusalOf(wire.viewTaken);
    const after = { ...before, name, isPinned };
    setViews(
      request,
      personal.views.map((one) => (one === before ? after : one)),
    );
    const { fragment } = before;
    announceTo(server, person.id, "navigation_view", { op: "update", fragment, data: values });
  }),
  action(wire.removeNavigationView, (request) => {
    const { server, person, personal } = request;
    const before = viewIn(request);
    setViews(
      request,
      personal.views.filter((one) => one !== before),
    );
    const { fragment } = before;
    announceTo(server, person.id, "navigation_view", { op: "remove", fragment });
  }),
];

function setViews({ server, person }: Asking, views: readonly View[]): void {
  commit(server, { kind: "views set", userId: person.id, views });
}

function viewIn({ personal, pathText }: Pick<RouteRequest, "personal" | "pathText">): View {
  const view = personal.views.find(({ fragment }) => fragment === pathText("fragment"));
  if (view === undefined) throw refusalOf(wire.noSuchView);
  return view;
}

export const routes = [...snippetRoutes, ...reminderRoutes, ...viewRoutes];
