/** The description of a change between levels, for the client and the embedded realm. */

export type LevelRow = {
  /** The first level with it. */
  readonly level: number;
  /** The behaviour from that level on. */
  readonly change: string;
  /** What weir does below it. */
  readonly below: string;
  /** The end of the sentence "This server …", shown to users below the level; absent: not noticeable. */
  readonly lack?: string;
  /** Keys of answers, events and nested objects that exist from that level on. */
  readonly keys?: readonly string[];
  /** Keys that had another name before, by their current name. */
  readonly renamed?: Readonly<Record<string, string>>;
};
