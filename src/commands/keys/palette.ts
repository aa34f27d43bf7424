/** The choices of the palette: places, streams, topics and users, and after a leading `>` commands. */

import type { LayoutName } from "#base/keyboard-layouts.ts";
import { memoizeEach, memoizeLast, memoizePer } from "#base/memoize.ts";
import { type Command, type Context, type Keys, worksIn } from "#commands/command.ts";
import { matching } from "#commands/fuzzy.ts";
import { keysOf, placeElsewhere } from "#commands/keymap.ts";
import { commandsLike } from "#commands/keys/words.ts";
import { stateAtCursor } from "#commands/lists/in-account.ts";
import { type Drafts, findPlaces, linkMatch, type Match } from "#commands/places/finder.ts";
import { destinationOf } from "#commands/places/links.ts";
import { recentNarrows } from "#commands/places/recency.ts";
import { commandsHere } from "#commands/repeat.ts";
import { contextOf } from "#commands/screen.ts";
import { keyOf } from "#commands/sentences.ts";
import type { Replica } from "#model/replica.ts";
import { accountLabel, type OpenAccount } from "#store/account.ts";
import type { Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { type NarrowLink, narrowLink } from "#wire/narrow-link.ts";

/** What the choices depend on, besides the text. */
export type PaletteFacts = {
  readonly view: Replica;
  readonly others: State["others"];
  readonly open: OpenAccount | undefined;
  /** The names of all accounts, if there are several. */
  readonly accounts: readonly string[];
  readonly drafts: Drafts;
  /** The previously opened places, the latest last. */
  readonly back: readonly Place[];
  readonly place: Place;
  /** The context in which the palette was opened. */
  readonly where: Context;
  /** As they are there. */
  readonly commands: readonly Command[];
  /** Why commands with a condition do nothing there, by ID; undefined if they do something. */
  readonly disabled: Readonly<Record<string, string | undefined>>;
  /** The keyboard layout beside the Latin one, if one was configured or used. */
  readonly layout: LayoutName | undefined;
};

const forOneAccount = memoizeEach((commands: readonly Command[]) =>
  commands.filter(({ forSeveral }) => forSeveral !== true),
);

/** Cached, because a frame requests it several times while a dialog is open. */
export const paletteFacts = memoizeLast((state: State, keys: Keys): PaletteFacts => {
  const { view, journal } = state;
  const screen = { ...state.screen, dialog: undefined };
  const { place, trail } = screen;
  const below = { ...state, screen };
  const atCursor = stateAtCursor(below);
  const here = commandsHere(screen, keys.commands);
  const isOne = accountLabel(state.session.account) === undefined;
  const commands = isOne ? forOneAccount(here) : here;
  const disabled = Object.fromEntries(
    commands.flatMap(({ id, onRows, disabled: reasonIn }) =>
      reasonIn === undefined ? [] : [[id, reasonIn(onRows === undefined ? below : atCursor)]],
    ),
  );
  return {
    view,
    others: state.others,
    open: state.session.account,
    accounts: namesOf(state.session.account),
    drafts: journal.drafts,
    back: trail.back,
    place,
    where: contextOf(screen),
    commands,
    disabled,
    layout: screen.pressed.layout,
  };
});

/** How many a dialog shows at most. */
const maxChoices = 50;

/** The best first, at most as many as a dialog shows. Cached, because drawing and keys request the same. */
export function paletteChoices(facts: PaletteFacts, keys: Keys, text: string): readonly Match[] {
  const { view, others, accounts, drafts, back, place } = facts;
  const link = narrowLink(text);
  if (link !== undefined) return linkChoices(facts, link, text);
  if (isForCommands(text)) return commandMatches(facts, keys, text.slice(1));
  const places = withKeysOf(placesFor(text, view, drafts, back, place), keys);
  const typed = text.trim();
  if (typed === "") return places;
  const choices = withCommands(places, facts, keys, typed);
  return accounts.length === 0 ? choices : withOthers(choices, others, accounts, typed);
}

function linkChoices(facts: PaletteFacts, link: NarrowLink, text: string): readonly Match[] {
  const destination = destinationOf(facts, link);
  switch (destination.kind) {
    case "place": {
      const { account, view, narrow, near } = destination;
      const match = { ...linkMatch(view, narrow, text.trim()), near };
      return [account === undefined ? match : { ...match, account }];
    }
    case "account":
      return accountMatch(destination.account, "its link can be opened then");
    case "nowhere":
      return [];
  }
}

/** Why the typed link leads nowhere. */
export function linkProblem(facts: PaletteFacts, text: string): string | undefined {
  const link = narrowLink(text);
  const destination = link && destinationOf(facts, link);
  return destination?.kind === "nowhere" ? destination.problem : undefined;
}

const mostOfAnother = 10;

/** The shown account's come first, then accounts by name, then what the other accounts have. */
const withOthers = memoizeLast(
  (
    own: readonly Match[],
    others: State["others"],
    accounts: readonly string[],
    typed: string,
  ): readonly Match[] => {
    const named = matching(accounts, typed).flatMap((at) =>
      accountMatch(accounts[at], at < 9 ? `Alt+${at + 1}` : ""),
    );
    const theirs = others.flatMap(({ name, state: { view, journal } }) =>
      foreignPlaces(view, journal.drafts, typed, name),
    );
    const room = maxChoices - Math.min(named.length + theirs.length, maxChoices / 2);
    return [...own.slice(0, room), ...named, ...theirs].slice(0, maxChoices);
  },
);

const foreignPlaces = memoizePer(
  (view: Replica, drafts: Drafts, typed: string, account: string): readonly Match[] =>
    findPlaces(view, typed, mostOfAnother, { drafts })
      .filter(({ kind }) => kind !== "place" && kind !== "view")
      .map((match) => ({ ...match, account })),
);

function accountMatch(name: string | undefined, detail: string): readonly Match[] {
  if (name === undefined) return [];
  return [{ kind: "account", title: name, detail, account: name }];
}

const noNames: readonly string[] = [];

/** The names of all accounts; none if there is only one. */
const namesIn = memoizeEach((account: OpenAccount) => account.all.map(({ name }) => name));

function namesOf(account: OpenAccount | undefined): readonly string[] {
  return account === undefined || accountLabel(account) === undefined ? noNames : namesIn(account);
}

/** Beside a place with a fixed name, the key that opens it. */
const withKeysOf = memoizeLast((found: readonly Match[], keys: Keys) =>
  found.map((each): Match => {
    const { kind, narrow, list, command } = each;
    if (kind !== "place") return each;
    return { ...each, detail: keyBeside(keys, command ?? `go.${list?.kind ?? narrow?.kind}`) };
  }),
);

function keyBeside(keys: Keys, id: string): string {
  return keys.typed === undefined ? (keyOf(keys, id) ?? "") : "";
}

const placesFor = memoizeLast(
  (text: string, view: Replica, drafts: Drafts, back: readonly Place[], place: Place) =>
    findPlaces(view, text, maxChoices, { drafts, recent: recentNarrows(back, place) }),
);

export function isForCommands(text: string): boolean {
  return text.startsWith(">");
}

/** What does nothing here is listed when it is looked for, with why. */
function commandMatches(
  { commands, where, disabled }: PaletteFacts,
  { overrides, typed: names }: Keys,
  typed: string,
): readonly Match[] {
  const isSought = typed.trim() !== "";
  const choices = commands.flatMap((command) => {
    const isHere = worksIn(command, where);
    const problem = isHere ? disabled[command.id] : placeElsewhere(command, where);
    const isListed = problem === undefined ? isHere : isSought;
    return isListed && command.id !== "palette.open" ? [{ ...command, problem }] : [];
  });
  return commandsLike(choices, typed).flatMap((index): readonly Match[] => {
    const command = choices[index];
    if (command === undefined) return [];
    const { id, title, problem } = command;
    const there = worksIn(command, where) ? where : command.where[0];
    const shown = names ? [] : keysOf(command, overrides, there).slice(0, 2);
    // What works elsewhere is learned with its key there.
    const elsewhere = there === where ? [] : shown.slice(0, 1);
    return [
      {
        kind: "command",
        title,
        detail: problem === undefined ? shown.join("  ") : [...elsewhere, problem].join(" "),
        command: id,
        ...(problem !== undefined && { problem }),
      },
    ];
  });
}

const shortestWord = 3;
const mostCommands = 4;

/** After the places: who comes from elsewhere does not know of `>`. */
function withCommands(
  places: readonly Match[],
  facts: PaletteFacts,
  keys: Keys,
  typed: string,
): readonly Match[] {
  if (typed.length < shortestWord) return places;
  const matches = commandMatches(facts, keys, typed).slice(0, mostCommands);
  return [...places.slice(0, maxChoices - matches.length), ...matches];
}
