import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { askedBy, daysOf, type Filter, FilterControls } from '../../frames/filter-bar.tsx';
import { Statement } from '../../frames/statement.tsx';
import { longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Row = {
  readonly date: string;
  readonly kind: string;
  readonly direction: 'in' | 'out';
  readonly record_id: string;
  readonly number: string | null;
  readonly name: string | null;
  readonly reference: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly fee_amount: string;
};
type Answer = { readonly data: readonly Row[]; readonly has_more: boolean };

/** All money in and out in one line, as a bank shows it. */
export function Transactions() {
  const w = words.value;
  const { paid: texts } = w.sell;
  const filters: readonly Filter[] = [
    ...daysOf('date'),
    {
      name: 'direction',
      label: texts.direction,
      kind: 'choice',
      options: Object.entries(texts.directions).map(([value, label]) => ({ value, label })),
    },
    { name: 'least', as: 'amount[gte]', label: w.least, kind: 'money' },
  ];
  const wanted = new URLSearchParams({ limit: '100', sort: '-date' });
  for (const [name, value] of askedBy(filters)) wanted.set(name, value);
  const path = `transactions?${wanted}`;
  const { data, problem } = useRead<Answer>(path);
  return (
    <Statement<Row>
      title={w.transactions}
      report={path}
      problem={problem}
      periods={[]}
      formats={[]}
      keyOf={({ record_id, kind }) => `${kind} ${record_id}`}
      filters={
        <>
          <FilterControls filters={filters} operation={undefined} />
          {data?.has_more && <p class="quiet">{texts.latest}</p>}
        </>
      }
      columns={[
        { key: 'date', title: w.columns.date, cell: ({ date }) => longDay(date) },
        {
          key: 'kind',
          title: w.sell.clients.what,
          cell: ({ kind, number, record_id }) => {
            const text = `${named(texts.transactionKinds, kind)} ${number ?? ''}`;
            const home = homeOf(record_id);
            return home === undefined ? text : <a href={home}>{text}</a>;
          },
        },
        { key: 'name', title: texts.party, cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'reference', title: texts.reference, cell: ({ reference }) => reference },
        {
          key: 'in',
          title: texts.directions.in,
          isFigure: true,
          cell: ({ direction, amount, currency }) => (direction === 'in' ? money(amount, currency) : ''),
        },
        {
          key: 'out',
          title: texts.directions.out,
          isFigure: true,
          cell: ({ direction, amount, currency }) => (direction === 'out' ? money(amount, currency) : ''),
        },
      ]}
      parts={data && [{ key: 'all', rows: data.data }]}
    />
  );
}
