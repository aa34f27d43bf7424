/** What one change between two levels of servers is, for whoever speaks to them and for whoever plays one. */

export type LevelRow = {
  /** The first level that has it. */
  readonly level: number;
  /** What servers of that level do. */
  readonly change: string;
  /** What weir does where they do not. */
  readonly below: string;
  /** The end of the sentence "This server …", for a person who asks for it below the level; absent: nobody notices. */
  readonly lack?: string;
  /** Keys of answers, events and the objects in them that exist from it on. */
  readonly keys?: readonly string[];
  /** Keys that had another name until it, by the name of now. */
  readonly renamed?: Readonly<Record<string, string>>;
};
