import { changed, useRead } from '../../api/cache.ts';
import { goWith, query } from '../../app/router.ts';
import { Statement } from '../../frames/statement.tsx';
import { isNothing, money, monthsAgo } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Row = {
  readonly vat_number: string | null;
  readonly country: string | null;
  readonly kind: 'goods' | 'services' | 'triangular';
  readonly client_id: string | null;
  readonly client_name: string | null;
  readonly amount: string;
  readonly whole: string;
};
type List = {
  readonly rows: readonly Row[];
  readonly totals: Readonly<Record<Row['kind'], string>>;
};

/** The last day of the month before this one. */
const lastMonthsEnd = (): string =>
  new Date(Date.parse(`${monthsAgo(0)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Supplies to businesses in other member states, by their VAT numbers. */
export function EcSalesList() {
  const { vatReturns: w, vat, from: since, until } = words.value;
  const from = query.value.get('from') ?? monthsAgo(1);
  const to = query.value.get('to') ?? lastMonthsEnd();
  const path = `reports/ec-sales-list?from=${from}&to=${to}`;
  const { data, problem } = useRead<List>(path);
  const totals = Object.entries(data?.totals ?? {}).filter(([, amount]) => !isNothing(amount));
  const isLacking = data?.rows.some(({ vat_number: number }) => number === null);
  return (
    <Statement<Row>
      back={{ href: '/vat', label: vat }}
      title={w.salesList}
      report={path}
      formats={['csv']}
      periods={[]}
      problem={problem}
      again={() => changed(path)}
      notice={isLacking ? w.numbersMissing : undefined}
      filters={
        <>
          {[
            [since, 'from', from],
            [until, 'to', to],
          ].map(([label = '', name = '', value = '']) => (
            <label key={name}>
              {label}
              <input type="date" value={value} onChange={(e) => goWith({ [name]: e.currentTarget.value })} />
            </label>
          ))}
        </>
      }
      keyOf={(row) => `${row.vat_number ?? row.client_id} ${row.kind}`}
      columns={[
        {
          key: 'number',
          title: w.vatNumber,
          cell: ({ vat_number: number, client_id: id }) =>
            number ?? (id === null ? w.total : <span class="bad">{w.vatNumberMissing}</span>),
        },
        {
          key: 'client',
          title: w.client,
          cell: ({ client_name: name, client_id: id }) => id && <a href={`/clients/${id}`}>{name}</a>,
        },
        { key: 'kind', title: w.kind, cell: ({ kind }) => w.kinds[kind] },
        { key: 'whole', title: w.whole, isFigure: true, cell: ({ whole }) => whole },
        { key: 'amount', title: w.exact, isFigure: true, cell: ({ amount }) => money(amount) },
      ]}
      parts={
        data && [
          {
            key: 'rows',
            rows: data.rows,
            // The keys are those of the type.
            totals: totals.map(([kind, amount]): Row => ({ ...none, kind: kind as Row['kind'], amount })),
          },
        ]
      }
    />
  );
}

const none = { vat_number: null, country: null, client_id: null, client_name: null, whole: '' };
