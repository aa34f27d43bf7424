/** How one kind of action is delivered to the server, or refused. All kinds are in `table.ts`. */
import type { CallOptions } from "#api/connection.ts";
import { ApiError, type Failure } from "#api/failure.ts";
import type { Intent } from "#journal/intent.ts";
import type { SyncContext } from "#sync/context.ts";
import { type LevelName, unsupportedFeatureAt } from "#wire/levels.ts";
export type DeliveryContext = SyncContext &
  Required<Pick<CallOptions, "beforeSending">> & {
    /** Its state before the request was sent; the first of a batch. */
    readonly intent: Pick<Intent, "id" | "attempts" | "createdAt">;
  };

type Refusal = Extract<Failure, { readonly kind: "refused" }>;

export type Effect<W> = {
  /** Intents of a lane are delivered one after another, in order of creation; lanes are independent. */
  lane(action: W): string;
  /** Whether `next` can be batched with `first`. Absent: each action has its own requests. */
  joins?(first: W, next: W): boolean;
  /**
   * Makes the requests for `action`, or for `all` in its batch. Resolves when the server has accepted them; rejects as
   * calls do. `beforeSending` is passed to every request that changes something.
   */
  deliver(departure: DeliveryContext, action: W, all: readonly W[]): Promise<void>;
  /** Whether the refusal means that everything is already as requested. Absent: never. */
  isAlreadySo?(failure: Refusal): boolean;
  /** Its failure is shown in a row of its own. Absent: in a toast. */
  readonly hasRow?: true;
  /**
   * For actions that are not repeatable: searches the server for the result of an unconfirmed intent, and updates the
   * intent if it is found.
   */
  find?(context: SyncContext, intent: Intent, action: W): Promise<void>;
  /** Fetches the result when the server accepted the action but sent no event. Absent: the response is enough. */
  confirm?(context: SyncContext, intent: Intent, action: W): Promise<void>;
};

/** Throws a refusal, with the sentence from the level table, if a server of `level` lacks the named feature. */
export function requireLevel(level: number, name: LevelName): void {
  const lack = unsupportedFeatureAt(level, name);
  if (lack !== undefined) refuse(lack.sentence);
}

/** Refuses as the server would: the user is notified, and what they wrote is kept. */
export function refuse(sentence: string): never {
  throw new ApiError({
    kind: "refused",
    sent: "no",
    status: 0,
    code: undefined,
    sentence,
    extra: {},
  });
}
