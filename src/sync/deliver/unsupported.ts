/** Refuses locally what the server is too old for, with the sentence from the level table. */
import { ApiError } from "#api/failure.ts";
import { type LevelName, unsupportedFeatureAt } from "#wire/levels.ts";

/** Throws a refusal if a server of `level` lacks the named feature. */
export function requireLevel(level: number, name: LevelName): void {
  const lack = unsupportedFeatureAt(level, name);
  if (lack !== undefined) refuse(lack.sentence);
}

/** Refuses as the server would: the person is notified, and what they wrote is kept. */
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
