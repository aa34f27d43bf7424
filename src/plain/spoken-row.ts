/** A row of the pane as text for a screen reader. */
export type SpokenRow = {
  readonly key: string | number;
  readonly line: string;
  /** The row is announced again when this changes; absent: only once. */
  readonly state?: string;
};
