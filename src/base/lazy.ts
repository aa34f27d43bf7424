/** Parts of the program that are loaded on first use. */

/** A part is missing: usually weir was updated while it ran. Its message is fit to show. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super("A part of weir could not be loaded: it may have been updated meanwhile. Restart it.", {
      cause,
    });
    this.name = "NotLoaded";
  }
}

/** Loads once. Rejects with `NotLoaded`, which is forgotten: the next call tries again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw new NotLoaded(error);
    });
    return loading;
  };
}
