/** A task is the record that is worked on, or the approval that is waited for. */
export type TaskRecord = {
  /** The action that was called. */
  readonly action: string;
  /** Of the record. */
  readonly id: string;
  /** The call asked for the whole record. */
  readonly full: boolean;
};
