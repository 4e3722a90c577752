import { plus, minus } from '../../kit/values.ts';
import { type Field, rowsOf, type Values } from '../../kit/form/fields.ts';
import { typedDecimal } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

/** The lines of an entry: each an account with an amount on one side. */
export function entryFields(dimensions: readonly Field[] = []): readonly Field[] {
  const { books: t } = words.value;
  return [
    { name: 'entry_date', label: t.columns.date, kind: 'day', isRequired: true },
    { name: 'memo', label: t.memo, isRequired: true, isWide: true },
    {
      name: 'lines',
      label: t.lines,
      kind: 'lines',
      columns: [
        {
          name: 'account_id',
          label: t.columns.account,
          kind: 'record',
          isRequired: true,
          source: { path: 'accounts', label: 'name', note: 'code' },
        },
        { name: 'debit', label: t.columns.debit, kind: 'money' },
        { name: 'credit', label: t.columns.creditSide, kind: 'money' },
        { name: 'memo', label: t.memo },
        ...dimensions,
      ],
    },
  ];
}

/** Debit less credit: the entry is refused unless it is zero. */
export function differenceIn(values: Values): string {
  const amount = (value: Values[string]) => (typeof value === 'string' ? (typedDecimal(value) ?? '0') : '0');
  return rowsOf(values['lines']).reduce(
    (left, { debit, credit }) => minus(plus(left, amount(debit)), amount(credit)),
    '0',
  );
}
