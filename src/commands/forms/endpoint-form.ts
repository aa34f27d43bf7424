/** A form that saves to an endpoint, from a row: the declarations say what may be sent, and who may. */
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import type { Call, FormRef, FormValues } from "#store/forms.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { callProblem, type SavedField, type SentParameter } from "./declared.ts";
import type { Change, Form, Saving } from "./form.ts";

/** `About` is what the form changes. */
type FormRow<About> = {
  /** The endpoint that is called; its level and permissions apply to the whole form if there is a row that saves. */
  readonly saves: Endpoint;
  /** Undefined if it no longer exists. */
  readonly about: (view: Replica, ref: FormRef) => About | undefined;
  readonly title: (about: About, view: Replica) => string;
  /** Shown above the fields. */
  readonly told?: (about: About, view: Replica) => readonly string[];
  readonly fields?: (view: Replica, about: About, ref: FormRef) => readonly SavedField[];
  /** The label of the row that saves, which is enabled even without changes. Absent: `Save 2 changes`. */
  readonly submit?: string | ((about: About, view: Replica) => string);
  /** Present if saving cannot be undone: the label of the row that changes nothing. */
  readonly keep?: string;
  /** Why nothing can be saved, besides what is declared. */
  readonly locked?: (view: Replica, about: About) => Problem;
  /** What the request contains besides the changes; or actions instead of a request. */
  readonly also?: (view: Replica, about: About, values: FormValues) => SentParameter;
  readonly done: (about: About, values: FormValues, view: Replica) => string;
};

export function endpointForm<About>(row: FormRow<About>): Form {
  const { saves, about: find, title, told, fields = () => [], submit, keep } = row;
  return {
    now: (view, ref) => {
      const about = find(view, ref);
      if (about === undefined) return undefined;
      const all = fields(view, about, ref);
      const declared = submit === undefined ? undefined : callProblem(view, saves);
      return {
        title: title(about, view),
        told: told?.(about, view) ?? [],
        fields: all,
        truth: Object.fromEntries(all.map(({ key, is }) => [key, is])),
        locked: declared ?? row.locked?.(view, about),
        submit: typeof submit === "function" ? submit(about, view) : submit,
        keep,
      };
    },
    save: (view, ref, change) => {
      const about = find(view, ref);
      if (about === undefined) return { done: "It no longer exists." };
      const all = fields(view, about, ref);
      const also = row.also?.(view, about, change.values);
      const more = submit === undefined ? {} : (also ?? { request: {} });
      return {
        ...savingOf(ref, all, change, [saves, more]),
        done: row.done(about, change.values, view),
      };
    },
  };
}

/** The request parts of every changed field; those for one endpoint are one request. */
function savingOf(
  ref: FormRef,
  fields: readonly SavedField[],
  { changed, values }: Change,
  [endpoint, more]: readonly [Endpoint, SentParameter],
): Omit<Saving, "done"> {
  const sendsOf = ({ key, sends }: SavedField) => sends(values[key] ?? "", values);
  const sent = fields
    .filter(({ key }) => changed.has(key))
    .map((field) => ({ ...field, ...sendsOf(field) }));
  const everything = [{ key: undefined, endpoint, ...more }, ...sent];
  const asked = everything.flatMap(({ key, request, to, endpoint: usual }) => {
    const called = to ?? usual;
    return called === undefined || request === undefined ? [] : [{ key, request, called }];
  });
  const calls = [...Map.groupBy(asked, ({ called }) => called)].map(([to, parts]): Call => {
    const needed = fields.filter((one) => one.endpoint === to && one.isNeeded === true);
    const requests = [...needed.map(sendsOf), ...parts].map(({ request }) => request);
    const keys = parts.flatMap(({ key }) => key ?? []);
    return {
      endpoint: to,
      values: Object.assign({}, ...idsIn(to, ref), ...requests),
      // With several fields in a request, an error applies to all of them.
      ...(keys.length === 1 && { field: keys[0] }),
    };
  });
  return {
    actions: everything.flatMap(({ actions = [] }) => actions),
    calls: [...calls, ...everything.flatMap((one) => one.calls ?? [])],
  };
}

/** The ID in the path of the call. */
function idsIn({ path }: Endpoint, { id }: FormRef): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ [name]: id }));
}
