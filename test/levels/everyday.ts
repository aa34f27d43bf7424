/** A client of a realm at some level, with a log of its requests to be compared with that level. */
import type { LogDetails } from "#base/log.ts";
import type { Command, CommandContext } from "#commands/command.ts";
import { commands } from "#commands/tables/commands.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import type { Realm } from "#realm/realm.ts";
import type { BlueprintMessage } from "#realm/seed/blueprint.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import { findEndpoint } from "#wire/endpoints/all.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { noDesktop, noFiles, noViewport } from "../support/no-ports.ts";
import { startRealm } from "../support/realm.ts";
import { people, smallBlueprint, streams } from "../support/small-blueprint.ts";

/** A topic of more than two pages. */
export const long = { kind: "topic", streamId: streams.dev, topic: "long" } as const;
const longLength = 260;

export type LoggedRequest = {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
};

/** An answer without the server's level, as from a proxy that removes it. */
async function withoutLevel(answer: Response): Promise<Response> {
  const text = (await answer.text()).replace(/"\w+_feature_level":\d+,?/g, "");
  const { status, headers } = answer;
  return new Response(text, { status, headers });
}

/** The realm, with its requests logged. */
function watched(realm: Realm, requests: LoggedRequest[], hidesLevel: boolean): Realm {
  return {
    ...realm,
    fetch: async (request) => {
      const url = new URL(request.url);
      const form = new URLSearchParams(await request.clone().text());
      const answer = await realm.fetch(request);
      requests.push({
        method: request.method,
        path: url.pathname.replace("/api/v1", ""),
        parameters: Object.fromEntries([...form, ...url.searchParams]),
        status: answer.status,
      });
      return hidesLevel ? withoutLevel(answer) : answer;
    },
  };
}

function blueprintAt(seconds: number) {
  const small = smallBlueprint(seconds);
  const lines = Array.from(
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
  const messages = [...small.messages, ...lines].sort((a, b) => a.id - b.id);
  // There are messages before and after the first page of the topic.
  const unread = [...small.you.unread, ...lines.slice(120).map(({ id }) => id)];
  return { ...small, messages, you: { ...small.you, unread } };
}

const ports: Pick<
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

/** Runs a command as by its key. */
export function runCommand(
  origin: Pick<CommandContext, "store" | "clock" | "newId">,
  id: string,
): void {
  named(id).run({ ...ports, ...origin, keys: { commands, overrides: {} } });
}

/** Ana's client, connected; `control` can raise the level later. */
export async function startEveryday(level: number, brand?: string, hidesLevel = false) {
  const clock: FakeClock = fakeClock();
  const requests: LoggedRequest[] = [];
  const log: { readonly sentence: string; readonly details: LogDetails | undefined }[] = [];
  const note = (sentence: string, details?: LogDetails) => void log.push({ sentence, details });
  const blueprint = blueprintAt(Math.floor(clock.now() / 1000));
  const started = startRealm({ clock, level, brand, blueprint });
  const realm = watched(started.realm, requests, hidesLevel);
  const client = startClient({ clock, realm, log: { note, noteDaily: note, warn: note } });
  await clock.pass("5 s");
  const { store, newId } = client;
  return {
    clock,
    client,
    store,
    requests,
    log,
    control: started.realm.control,
    ana: started.as(people.ana),
    bo: started.as(people.bo),
    cleo: started.as(people.cleo),
    view: () => store.getState().view,
    toast: () => store.getState().screen.toast?.text,
    run: (id: string) => runCommand({ store, clock, newId }, id),
    unreadIn: (where: Parameters<typeof conversationKey>[0]) =>
      unreadIdsOf(store.getState().view, conversationKey(where)).length,
  };
}

/** Operators, operands and types by the level that introduced them. */
const operators: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  "dm-including": since.dmOperators,
};
const operands: Readonly<Record<string, number>> = { dm: since.dmOperators };
const types: Readonly<Record<string, number>> = { direct: since.directType };

type Term = { readonly operator: string; readonly operand: unknown };

function tooNewWords({ path, parameters }: LoggedRequest): readonly (readonly [string, number])[] {
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

/** The parts of a request that a server of that level does not support. */
export function tooNew(request: LoggedRequest, level: number): readonly string[] {
  const name = `${request.method} ${request.path}`;
  const endpoint = findEndpoint(request.method, request.path)?.endpoint;
  if (endpoint === undefined) return [`${name} is not declared`];
  const parameters = Object.keys(request.parameters).filter((key) => {
    const parameter = endpoint.parameters[key];
    return parameter === undefined || !isKnownAt(parameter, level);
  });
  return [
    ...(isKnownAt(endpoint, level) ? [] : [name]),
    ...parameters.map((parameter) => `${name} ${parameter}`),
    ...tooNewWords(request)
      .filter(([, first]) => level < first)
      .map(([word]) => `${name} ${word}`),
  ];
}
