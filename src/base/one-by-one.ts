/** Work that must not overlap. */

/** Begins a task once all before it have ended, whatever became of them; resolves or rejects as the task does. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

export function oneByOne(): InTurn {
  let ended: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = ended.then(task);
    ended = Promise.allSettled([result]);
    return result;
  };
}
