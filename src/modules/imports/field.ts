export type Field = {
  readonly name: string;
  /** A file without it, or a default for it, cannot be brought in. */
  readonly required?: true;
  /** Other names of its column, in lower case with underscores. */
  readonly aliases: readonly string[];
};

export function field(name: string, ...aliases: string[]): Field {
  return { name, aliases };
}

export function required(name: string, ...aliases: string[]): Field {
  return { name, required: true, aliases };
}
