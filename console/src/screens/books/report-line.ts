import type { StatementPart } from '../../frames/statement.tsx';
import { figure, longDay, money, signedPercent } from '../../kit/values.ts';
import type { words } from '../../words/index.ts';

/** Row as the service returns it, column by column: amounts, quantities, days and texts, all as text. */
export type Row = Readonly<Record<string, unknown>>;
export type Cells = Readonly<Record<string, string | number | null | undefined>>;

/** A row of any report, told apart from its columns. */
export type Line = {
  readonly id: string;
  readonly name: string;
  /** In front of the name: the code of an account, the day of an entry. */
  readonly code?: string | undefined;
  readonly cells: Cells;
  /** The name by which the service knows what is behind its figures; without one nothing is offered. */
  readonly drill?: string | undefined;
  readonly href?: string | undefined;
  /** Of a line in the order of a standard: how deep it is, whether it is a heading or a sum, and what is in it. */
  readonly laid?: Laid;
};

export type Laid = {
  readonly kind: 'heading' | 'line' | 'subtotal' | 'total';
  readonly level: number;
  readonly accounts: readonly LaidAccount[];
};

export type LaidAccount = {
  readonly key: string;
  readonly code: string | null;
  readonly name: string;
  readonly amount: string;
};

export type Parts = readonly StatementPart<Line>[];

type Columns = typeof words.value.books.columns;
export type ReportColumn = {
  readonly key: string;
  readonly title: keyof Columns;
  readonly as?: 'money' | 'figure' | 'percent' | 'change' | 'day' | 'text';
  /** Name of the column under which the records behind a figure are read. */
  readonly drill?: string;
  /** Only where a comparison was asked for. */
  readonly isCompared?: boolean;
  /** Left out where it is nothing in every row. */
  readonly isOptional?: boolean;
};

export function shownIn({ as = 'money' }: ReportColumn, value: Cells[string]): string {
  if (value === null || value === undefined || value === '') return '';
  const text = String(value);
  if (as === 'text') return text;
  if (as === 'day') return longDay(text);
  if (as === 'figure') return figure(text);
  if (as === 'percent') return `${figure(text)} %`;
  if (as === 'change') return signedPercent(text);
  return money(text);
}
