/** A client of a realm of some level, with everything that it asks held against what that level knows. */
import type { LogDetails } from "#base/log.ts";
import type { Command, CommandContext } from "#commands/command.ts";
import { commands } from "#commands/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import type { Realm } from "#realm/realm.ts";
import type { BlueprintMessage } from "#realm/seed/blueprint.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import { findEndpoint } from "#wire/endpoints/find.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { noDesktop, noFiles, noViewport } from "../support/no-ports.ts";
import { startRealm } from "../support/realm.ts";
import { people, smallBlueprint, streams } from "../support/small-blueprint.ts";

/** A topic with more messages than two pages hold. */
export const long = { kind: "topic", streamId: streams.dev, topic: "long" } as const;
const longLength = 260;

export type Asked = {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
};

/** An answer without the level that it names, as behind a proxy that hides what runs there. */
async function unnamed(answer: Response): Promise<Response> {
  const text = (await answer.text()).replace(/"\w+_feature_level":\d+,?/g, "");
  const { status, headers } = answer;
  return new Response(text, { status, headers });
}

/** The realm, with all that is asked of it noted down. */
function watched(realm: Realm, asked: Asked[], hidesLevel: boolean): Realm {
  return {
    ...realm,
    fetch: async (request) => {
      const url = new URL(request.url);
      const form = new URLSearchParams(await request.clone().text());
      const answer = await realm.fetch(request);
      asked.push({
        method: request.method,
        path: url.pathname.replace("/api/v1", ""),
        parameters: Object.fromEntries([...form, ...url.searchParams]),
        status: answer.status,
      });
      return hidesLevel ? unnamed(answer) : answer;
    },
  };
}

function blueprintAt(seconds: number) {
  const small = smallBlueprint(seconds);
  const said = Array.from(
    { length: longLength },
    (_, index): BlueprintMessage => ({
      id: 201 + index,
      sentAt: seconds - 2_000 + index,
      senderId: people.cleo,
      streamId: streams.dev,
      topic: "long",
      content: `line ${index}`,
    }),
  );
  const messages = [...small.messages, ...said].sort((a, b) => a.id - b.id);
  // The page that the topic opens with has messages before and behind it.
  const unread = [...small.you.unread, ...said.slice(120).map(({ id }) => id)];
  return { ...small, messages, you: { ...small.you, unread } };
}

const still: Pick<
  CommandContext,
  | "viewport"
  | "desktop"
  | "files"
  | "count"
  | "openAccount"
  | "quit"
  | "suspend"
  | "repaint"
  | "retry"
  | "editExternally"
> = {
  viewport: noViewport,
  desktop: noDesktop,
  files: noFiles,
  count: 1,
  openAccount: () => undefined,
  quit: () => undefined,
  suspend: () => undefined,
  repaint: () => undefined,
  retry: () => undefined,
  editExternally: () => undefined,
};

function named(id: string): Command {
  const found = commands.find((command) => command.id === id);
  if (found === undefined) throw new RangeError(`There is no command ${id}.`);
  return found;
}

/** Runs a command as its key would. */
export function runCommand(
  origin: Pick<CommandContext, "store" | "clock" | "newId">,
  id: string,
): void {
  named(id).run({ ...still, ...origin, keys: { commands, overrides: {} } });
}

/** Ana's client, live; the level may be raised later through `control`. */
export async function startEveryday(level: number, brand?: string, hidesLevel = false) {
  const clock: FakeClock = fakeClock();
  const asked: Asked[] = [];
  const log: { readonly sentence: string; readonly details: LogDetails | undefined }[] = [];
  const note = (sentence: string, details?: LogDetails) => void log.push({ sentence, details });
  const blueprint = blueprintAt(Math.floor(clock.now() / 1000));
  const started = startRealm({ clock, level, brand, blueprint });
  const realm = watched(started.realm, asked, hidesLevel);
  const client = startClient({ clock, realm, log: { note, warn: note } });
  await clock.pass("5 s");
  const { store, newId } = client;
  return {
    clock,
    client,
    store,
    asked,
    log,
    control: started.realm.control,
    ana: started.as(people.ana),
    bo: started.as(people.bo),
    cleo: started.as(people.cleo),
    view: () => store.getState().view,
    toast: () => store.getState().screen.toast?.text,
    does: (id: string) => runCommand({ store, clock, newId }, id),
    unreadIn: (where: Parameters<typeof conversationKey>[0]) =>
      unreadIdsOf(store.getState().view, conversationKey(where)).length,
  };
}

/** Words by the level that brought them. */
const operators: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  "dm-including": since.dmOperators,
};
const operands: Readonly<Record<string, number>> = { dm: since.dmOperators };
const types: Readonly<Record<string, number>> = { direct: since.directType };

type Term = { readonly operator: string; readonly operand: unknown };

function tooNewWords({ path, parameters }: Asked): readonly (readonly [string, number])[] {
  const { narrow, type, anchor = "" } = parameters;
  const terms = path === "/messages" && narrow !== undefined ? (JSON.parse(narrow) as Term[]) : [];
  return [
    ...terms.map(({ operator }) => [operator, operators[operator] ?? 0] as const),
    ...terms.map(({ operator, operand }) => {
      const first = operator === "is" ? operands[String(operand)] : 0;
      return [String(operand), first ?? 0] as const;
    }),
    [type ?? "", types[type ?? ""] ?? 0],
    [anchor, /^\d*$/.test(anchor) ? 0 : since.anchorWords],
  ];
}

/** What of a request a server of that level does not know, in words; empty when it knows all of it. */
export function tooNew(asked: Asked, level: number): readonly string[] {
  const name = `${asked.method} ${asked.path}`;
  const endpoint = findEndpoint(asked.method, asked.path)?.endpoint;
  if (endpoint === undefined) return [`${name} is not declared`];
  const parameters = Object.keys(asked.parameters).filter((key) => {
    const parameter = endpoint.parameters[key];
    return parameter === undefined || !isKnownAt(parameter, level);
  });
  return [
    ...(isKnownAt(endpoint, level) ? [] : [name]),
    ...parameters.map((parameter) => `${name} ${parameter}`),
    ...tooNewWords(asked)
      .filter(([, first]) => level < first)
      .map(([word]) => `${name} ${word}`),
  ];
}
