/** `weir mute` and `weir follow`: policies for topics, streams and people. */
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingPlace, partsFor, placeText } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import type { Action } from "#journal/intent.ts";
import { type Narrow, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";

async function change(
  context: VerbContext,
  actionFor: (replica: Replica, narrow: Narrow) => Action | undefined,
  refusal: string,
  word: string,
): Promise<void> {
  const { place: written, rest } = splitPlace(context.args);
  if (written === undefined || rest.length > 0) throw new Exit("misuse", refusal);
  const replica = await context.state("streams", ...partsFor(written));
  const { narrow } = await existingPlace(context.connection, replica, written);
  const action = actionFor(replica, narrow);
  if (action === undefined) throw new Exit("misuse", refusal);
  await carryOut(context, replica, action);
  const place = placeText(replica, narrow);
  tellDone(context, `${word} ${place}.`, { place });
}

export async function mute(context: VerbContext): Promise<void> {
  const undo = context.invocation.options["undo"] === true;
  const actionFor = ({ ownId }: Replica, narrow: Narrow): Action | undefined => {
    switch (narrow.kind) {
      case "topic":
        return { ...narrow, kind: "topic-policy", policy: undo ? 0 : 1 };
      case "stream":
        return { ...narrow, kind: "subscription-property", property: "is_muted", value: !undo };
      case "direct": {
        const [userId, another] = others(narrow.userIds, ownId);
        if (userId === undefined || userId === ownId || another !== undefined) return undefined;
        return { kind: "mute-person", op: undo ? "remove" : "add", userId };
      }
      default:
        return undefined;
    }
  };
  const refusal = "Name a topic, a stream or one person.";
  await change(context, actionFor, refusal, undo ? "Unmuted" : "Muted");
}

export async function follow(context: VerbContext): Promise<void> {
  const undo = context.invocation.options["undo"] === true;
  const actionFor = (_: Replica, narrow: Narrow): Action | undefined =>
    narrow.kind === "topic" ? { ...narrow, kind: "topic-policy", policy: undo ? 0 : 3 } : undefined;
  const refusal = "Name a topic, such as '#backend > deploy window'.";
  await change(context, actionFor, refusal, undo ? "Unfollowed" : "Followed");
}
