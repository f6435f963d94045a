/** One figure of a benchmark beside what it is measured against, as the results on disk hold it. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly theirs: number;
  readonly unit: string;
  readonly ratio: number;
  /** What the ratio must be, in words; `ok` is the same as a test. */
  readonly wanted: string;
  readonly ok: boolean;
}
