/** Places to try code of a language: administrators' to change. */
import { badForm, Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { Playground } from "#realm/state/furnishings.ts";
import { playgroundsView } from "#realm/views/furnishings.ts";
import { variablesIn } from "./url-templates.ts";

const longestLanguage = 40;

/** Gives the new one's ID. */
export function addPlayground(server: Server, wish: Omit<Playground, "id">): number {
  const { playgrounds, newest } = server.state.furnishings;
  const trimmed = {
    name: wish.name.trim(),
    language: readLanguage(wish.language),
    template: readTemplate(wish.template.trim()),
  };
  const isThere = playgrounds.some(
    ({ name, language }) => name === trimmed.name && language === trimmed.language,
  );
  if (isThere) {
    throw badForm("Realm playground with this Realm, Pygments language and Name already exists.");
  }
  const id = newest.playground + 1;
  savePlaygrounds(server, [...playgrounds, { id, ...trimmed }]);
  return id;
}

function readLanguage(written: string): string {
  if ([...written].length > longestLanguage) {
    throw new Refusal(`pygments_language is too long (limit: ${longestLanguage} characters)`);
  }
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(written)) {
    throw new Refusal("Invalid characters in pygments language");
  }
  return written.trim();
}

function readTemplate(template: string): string {
  const variables = variablesIn(template);
  if (template === "" || variables === undefined)
    throw badForm("Invalid URL template.", "url_template");
  if (!variables.includes("code")) {
    throw badForm('Missing the required variable "code" in the URL template');
  }
  return template;
}

export function deletePlayground(server: Server, id: number): void {
  const { playgrounds } = server.state.furnishings;
  const left = playgrounds.filter((one) => one.id !== id);
  if (left.length === playgrounds.length) throw new Refusal("Invalid playground");
  savePlaygrounds(server, left);
}

function savePlaygrounds(server: Server, playgrounds: readonly Playground[]): void {
  commit(server, { kind: "playgrounds set", playgrounds });
  const told = { realm_playgrounds: playgroundsView(server) };
  announceToAll(server, "realm_playgrounds", told);
}
