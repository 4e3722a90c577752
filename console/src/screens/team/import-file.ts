export type Inspection = {
  readonly total: number;
  readonly columns: readonly {
    readonly name: string;
    readonly samples: readonly string[];
    readonly field: string | null;
  }[];
  readonly fields: readonly { readonly name: string; readonly is_required: boolean }[];
  readonly problems: readonly { readonly pointer: string; readonly message: string }[];
};

export type Chosen = {
  readonly kind: string;
  readonly filename?: string;
  /** The bytes of the file, in Base64. */
  readonly content?: string;
  /** By field; nothing as long as the service's own reading stands. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  /** Last day of the old books, where no column has it. */
  readonly date?: string;
  readonly number_format?: string;
  readonly date_format?: string;
  readonly stock?: boolean;
};

/** Request body of inspecting and importing. */
export function asked({ kind, content, mapping, date, number_format: numbers, date_format: dates }: Chosen) {
  return {
    kind,
    content_base64: content,
    ...(mapping && { mapping }),
    ...(date && { defaults: { date } }),
    ...(numbers && { number_format: numbers }),
    ...(dates && { date_format: dates }),
  };
}

/** A field that has to have a column, and has none. */
export function isNeeded({ name }: { readonly name: string }, { problems }: Inspection): boolean {
  return problems.some(({ pointer }) => pointer === `/mapping/${name}`) && name !== 'discount_fraction';
}

/** The mapping when a column is read as a field, or as none: no field is read from two columns. */
export function mappedTo({ columns, fields }: Inspection, column: string, field: string): Record<string, string> {
  const columnOf = new Map(
    columns.flatMap((one) =>
      one.field === null || one.name === column || one.field === field ? [] : [[one.field, one.name]],
    ),
  );
  if (field !== '') columnOf.set(field, column);
  return Object.fromEntries(fields.map(({ name }) => [name, columnOf.get(name) ?? '']));
}

type Trial = { readonly id: string; readonly body: object };
let trial: Trial | undefined;

/** The last file that was tried here, to be imported as it was tried. A reload forgets it. */
export function keepTrial(kept: Trial): void {
  trial = kept;
}
export const triedAs = (id: string): object | undefined => (trial?.id === id ? trial.body : undefined);
