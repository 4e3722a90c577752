import type { words } from '../../words/index.ts';
import type { Parts, ReportColumn, Row } from './report-line.ts';

export type Answer = { readonly rows: readonly Row[]; readonly totals?: Readonly<Record<string, unknown>> } & Row;

export type ReportKind = {
  /** Of the API. */
  readonly path: string;
  /** `budget`: its own months up to now, where no period is chosen. */
  readonly over: 'period' | 'day' | 'budget';
  /** `always` compares with the year before where nothing else is chosen. */
  readonly compares?: true | 'always';
  readonly groups?: readonly string[];
  readonly metrics?: readonly string[];
  readonly accounts?: boolean;
  readonly dimensions?: true;
  /** By a value of a dimension, or by what names none. */
  readonly narrows?: true;
  /** In the order of a standard, in the reader's language. */
  readonly layouts?: true;
  readonly first: keyof typeof words.value.books.columns;
  readonly columns: readonly ReportColumn[];
  readonly parts: (answer: Answer) => Parts;
  /** Query parameters that are always sent. */
  readonly always?: string;
  readonly hasDrill?: boolean;
};

export type ReportKinds = Readonly<Record<string, ReportKind>>;
