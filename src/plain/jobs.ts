/** What is still running, said when it begins, and again every half a minute. */

import { safeLine } from "#base/safe-text.ts";
import { narrowKey } from "#model/narrow.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { uploadsOf } from "#store/uploads.ts";

/** What usually takes less is not said. */
const shortMs = 1_000;
export const repeatMs = 30_000;

type Job = {
  readonly id: string;
  readonly title: string;
  /** How far it is; empty if nobody knows. */
  readonly share: string;
  /** It is known to take long. */
  readonly isLong: boolean;
};

type Told = { readonly job: Job; dueAt: number; isSaid: boolean };

export type JobSpeaker = {
  /** What is due; `now` in milliseconds of a clock that never goes back. */
  readonly tell: (state: State, now: number) => readonly string[];
  /** When something will be due, if nothing changes; undefined: nothing is running. */
  readonly dueAt: () => number | undefined;
};

export function jobSpeaker(): JobSpeaker {
  const running = new Map<string, Told>();
  return {
    tell: (state, now) => {
      const jobs = new Map(jobsIn(state).map((job) => [job.id, job]));
      const ended = [...running.values()].filter(({ job }) => !jobs.has(job.id));
      for (const { job } of ended) running.delete(job.id);
      for (const job of jobs.values()) {
        const { dueAt = now + (job.isLong ? 0 : shortMs), isSaid = false } =
          running.get(job.id) ?? {};
        running.set(job.id, { job, dueAt, isSaid });
      }
      const due = [...running.values()].filter(({ dueAt }) => dueAt <= now);
      for (const told of due) {
        told.dueAt = now + repeatMs;
        told.isSaid = true;
      }
      return [
        ...ended.filter(({ isSaid }) => isSaid).map(({ job }) => safeLine(`Ended: ${job.title}.`)),
        ...due.map(({ job }) => safeLine(`Running: ${job.title}${job.share}.`)),
      ];
    },
    dueAt: () =>
      running.size === 0 ? undefined : Math.min(...[...running.values()].map(({ dueAt }) => dueAt)),
  };
}

function jobsIn(state: State): readonly Job[] {
  const { session, screen } = state;
  const { place } = screen;
  const key = isList(place) ? undefined : narrowKey(place.narrow);
  return [
    ...session.progress.map(({ intent, title, answers, of }) => ({
      id: intent,
      title,
      share: of === undefined ? `, ${answers} done` : `, ${answers} of ${of}`,
      isLong: true,
    })),
    ...uploadsOf(state)
      .filter(({ state: phase }) => phase === "sending")
      .map(({ id, name, percent }) => ({
        id,
        title: `uploading ${name}`,
        share: `, ${percent} percent`,
        isLong: true,
      })),
    ...session.requests.map(({ id }) => ({ id, title: "saving", share: "", isLong: false })),
    ...(key !== undefined && session.loading.has(key)
      ? [{ id: `loading ${key}`, title: "loading messages", share: "", isLong: false }]
      : []),
  ];
}
