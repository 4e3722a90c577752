/** A row by field: what the file says, else the default; what is empty is left out. */
export type Values = Readonly<Record<string, string>>;

/** The rows of one record: one row, or all rows of the same sale or bill. */
export type ImportRecord = {
  /** The line of the file that each row begins on. */
  readonly lines: readonly number[];
  readonly rows: readonly Values[];
  /** As they stand in the file, for the row-error file. */
  readonly cells: readonly (readonly string[])[];
  /** How many like it are above it in the file, of records that are known again only by what they say. */
  readonly twins?: number;
  /** Why its rows cannot be put together to one. */
  readonly fault?: (RecordFault & { readonly row?: number }) | undefined;
};

export type RecordFault = { readonly field: string; readonly code: string; readonly message: string };

/** What concerns the whole of a record may stand in any of its rows. */
export function headOf({ rows }: Pick<ImportRecord, 'rows'>): Values {
  return Object.assign({}, ...rows.toReversed()) as Values;
}
