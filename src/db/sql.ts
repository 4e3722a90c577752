/** A statement and the values bound to it. `name` makes PostgreSQL prepare it once per connection. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly planned: Planned;

  constructor(text: string, values: readonly unknown[], planned: Planned = 'as_usual') {
    this.text = text;
    this.values = values;
    this.planned = planned;
  }

  get name(): string | undefined {
    return this.planned === 'anew' ? undefined : statementName(this.text);
  }
}

/** As usual PostgreSQL plans five times for the values at hand, and once for all only if that seems no worse. */
type Planned = 'as_usual' | 'anew' | 'once' | 'either';

/**
 * The same statement, planned anew for its values each time (0.2 ms). A prepared one is soon planned for values of
 * average frequency, and organisations differ by a factor of a million: the wrong index took 70 ms instead of 2.
 */
export function unprepared({ text, values }: Sql): Sql {
  return new Sql(text, values, 'anew');
}

/**
 * The same statement, with one plan for all values and organisations, made once per connection. PostgreSQL expects to
 * gain from values that it knows, and planned receivables ageing for 7 ms of 16 in every call. Only for what is read
 * the same way whether an organisation is average or a thousand times larger: row by row through an index, with
 * `offset 0` where a join could be done in another way.
 */
export function plannedOnce({ text, values }: Sql): Sql {
  return new Sql(text, values, 'once');
}

/**
 * The same statement, which reads single rows by their keys and so has one plan however it is made: sent between
 * statements that are planned once it does not change how the connection plans, which takes two statements.
 */
export function plannedEither({ text, values }: Sql): Sql {
  return new Sql(text, values, 'either');
}

const statementsMax = 5_000;
const statementNames = new Map<string, string>();
const plainTexts = new WeakMap<TemplateStringsArray, string>();
/** The last text of each template, with those of the fragments in it. */
const splicedTexts = new WeakMap<TemplateStringsArray, Spliced>();
type Spliced = { readonly of: readonly (string | undefined)[]; readonly text: string };

/**
 * Every interpolation becomes a bound parameter, except another `sql` fragment, which is spliced in with its own
 * parameters. There is no way to splice a string, so no value can become syntax.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (!values.some((value) => value instanceof Sql)) return new Sql(plainText(parts), values);
  const bound = values.flatMap((value) => (value instanceof Sql ? value.values : [value]));
  return new Sql(splicedText(parts, values), bound);
}

/** Joins fragments with a separator written in code. */
export function join(fragments: readonly Sql[], separator: Sql): Sql {
  return fragments.reduce((joined, fragment) => sql`${joined}${separator}${fragment}`);
}

/** Joins conditions with `and`; none of them is true. */
export function and(all: readonly Sql[]): Sql {
  return all.length === 0 ? sql`true` : join(all, sql` and `);
}

/**
 * A table or column by its name, for declarations from which statements follow. They are written in code: whatever is
 * no plain name is refused, so that no value gets in this way either.
 */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name in the database`);
  return new Sql(name, []);
}

/**
 * An array whose length the planner does not see. Where it does, it finds a few values cheaper than the ten that it
 * takes an unknown array for, and plans a prepared statement anew for each call, which took 2 ms of a sale.
 */
export function arrayOf(type: 'uuid' | 'text' | 'bigint', values: readonly unknown[]): Sql {
  // The outer cast keeps `any(…)` from reading the `select` as rows.
  return new Sql(`(select $1::${type}[])::${type}[]`, [values]);
}

/** An array of ids as text, where one array of a statement holds several: PostgreSQL takes no ragged ones. */
export function arrayText(ids: readonly string[]): string {
  return `{${ids.join()}}`;
}

export const nothing: Sql = new Sql('', []);

function plainText(parts: TemplateStringsArray): string {
  let text = plainTexts.get(parts);
  if (text === undefined) {
    text = parts.reduce((joined, part, index) => `${joined}$${index}${part}`);
    plainTexts.set(parts, text);
  }
  return text;
}

/** Most templates get the same fragments in call after call, and their text is the same string again. */
function splicedText(parts: TemplateStringsArray, values: readonly unknown[]): string {
  const of = values.map((value) => (value instanceof Sql ? value.text : undefined));
  const last = splicedTexts.get(parts);
  if (last !== undefined && of.every((text, index) => text === last.of[index])) return last.text;
  const text = textOf(parts, values);
  splicedTexts.set(parts, { of, text });
  return text;
}

function textOf(parts: TemplateStringsArray, values: readonly unknown[]): string {
  let text = parts[0] ?? '';
  let bound = 0;
  for (const [index, value] of values.entries()) {
    text += value instanceof Sql ? renumbered(value.text, bound) : `$${bound + 1}`;
    bound += value instanceof Sql ? value.values.length : 1;
    text += parts[index + 1] ?? '';
  }
  return text;
}

/** A fragment's parameters follow those already bound. */
function renumbered(text: string, bound: number): string {
  return bound === 0 ? text : text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + bound}`);
}

/** Past the limit, statements go unprepared: lists with many filter combinations must not fill the server's memory. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= statementsMax) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Rows for `json_populate_recordset`. JSON has no integers beyond 2^53: digits in quotes become one again in the
 * database.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
