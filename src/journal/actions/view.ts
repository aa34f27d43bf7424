/** Views that the server stores: adding, renaming, pinning and deleting them. */
import * as z from "zod";
import { withEntry, withoutEntry } from "#base/table.ts";
import type { LocalView } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { type SavedView, savedViews } from "#model/views.ts";
import { type ActionKind, row } from "./action-kind.ts";

const storedView = row("view", {
  fragment: z.string(),
  /** How the view is to be; absent: it is deleted. */
  to: z.exactOptional(z.strictObject({ name: z.nullable(z.string()), isPinned: z.boolean() })),
});
/** What becomes of one view. */
export type ViewChange = z.output<typeof storedView>;

function stateOf({ navigationViews }: Replica, fragment: string): ViewChange["to"] {
  const view = navigationViews.get(fragment);
  return view && { name: view.name ?? null, isPinned: view.is_pinned };
}

function isSame(one: ViewChange["to"], other: ViewChange["to"]): boolean {
  return one?.name === other?.name && one?.isPinned === other?.isPinned;
}

const view: ActionKind<ViewChange> = {
  stored: storedView,
  repeatable: true,
  property: () => "view",
  targets: ({ fragment }) => [fragment],
  overlaid: (shown, { fragment, to }, batch) => {
    const { navigationViews: views } = shown;
    const after =
      to === undefined
        ? withoutEntry(views, fragment, batch)
        : withEntry(views, fragment, { fragment, name: to.name, is_pinned: to.isPinned }, batch);
    return after === views ? shown : { ...shown, navigationViews: after };
  },
  agrees: (replica, { fragment, to }) => isSame(stateOf(replica, fragment), to),
  inverse: (shown, { kind, fragment, to }) => {
    const before = stateOf(shown, fragment);
    if (isSame(before, to)) return [];
    return [{ kind, fragment, ...(before && { to: before }) }];
  },
  sentence: (shown, { fragment, to }) => {
    const before = stateOf(shown, fragment);
    const name = to?.name ?? before?.name ?? fragment;
    if (to === undefined) return `Delete the view “${name}”`;
    return `${before === undefined ? "Save" : "Change"} the view “${name}”`;
  },
};

export const viewActions = { view } as const;

// What changes a view: the server's by an action, those of this machine at once.

type Saved = Pick<SavedView, "fragment" | "isLocal">;

export type ViewEdit = {
  readonly actions: readonly ViewChange[];
  readonly views: ReadonlyMap<string, LocalView | undefined>;
};

/** Undefined deletes it. */
export function viewEdit(
  { localViews }: Replica,
  { fragment, isLocal }: Saved,
  to: ViewChange["to"],
): ViewEdit {
  if (!isLocal)
    return { actions: [{ kind: "view", fragment, ...(to && { to }) }], views: new Map() };
  const { position } = localViews.get(fragment) ?? {};
  const own = to && { name: to.name ?? fragment, isPinned: to.isPinned };
  const after = own && { own, ...(position !== undefined && { position }) };
  return { actions: [], views: new Map([[fragment, after]]) };
}

/** Moves the view by so many places among the pinned ones, or the others; undefined: it is there already. */
export function orderEdit(shown: Replica, { fragment }: Saved, by: number): ViewEdit | undefined {
  const all = savedViews(shown);
  const view = all.find((one) => one.fragment === fragment);
  const group = all.filter(({ isPinned }) => isPinned === view?.isPinned);
  const from = group.findIndex((one) => one.fragment === fragment);
  const to = Math.max(0, Math.min(group.length - 1, from + by));
  const rest = group.toSpliced(from, 1);
  if (view === undefined || to === from) return undefined;
  const views = new Map<string, LocalView>();
  for (const [position, one] of rest.toSpliced(to, 0, view).entries()) {
    const { own, position: before } = shown.localViews.get(one.fragment) ?? {};
    if (before !== position) views.set(one.fragment, { ...(own && { own }), position });
  }
  return { actions: [], views };
}
