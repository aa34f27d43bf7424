/** A row of the pane as it is read aloud. */
export type SpokenRow = {
  readonly key: string | number;
  readonly line: string;
  /** The row is told again when this changes; absent: once is enough. */
  readonly state?: string;
};
