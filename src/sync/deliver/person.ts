/** Delivers muting and unmuting of people. */
import { mutePerson as callMute, unmutePerson } from "#api/streams.ts";
import type { MutePerson } from "#journal/actions/person.ts";
import type { Effect } from "./effect.ts";

const mutePerson: Effect<MutePerson> = {
  // The server marks their messages read, and undo marks them unread: the order matters.
  lane: () => "read",
  deliver: async ({ connection, stopped, beforeSending }, { op, userId }) => {
    const change = op === "add" ? callMute : unmutePerson;
    await change(connection(), { user_id: userId }, { signal: stopped, beforeSending });
  },
  // These errors have no code of their own.
  isAlreadySo: ({ sentence }) => /^User (?:already|is not) muted\.?$/.test(sentence),
};

export const personEffects = { "mute-person": mutePerson } as const;
