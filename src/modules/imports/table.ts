/** A file as a header and rows; `line` is where in the file a row begins, for a person who looks it up. */
export type Table = { readonly header: readonly string[]; readonly rows: readonly TableRow[] };

export type TableRow = { readonly line: number; readonly cells: readonly string[] };
