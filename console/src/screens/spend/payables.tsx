import { useRead } from '../../api/cache.ts';
import { Statement } from '../../frames/statement.tsx';
import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Row = {
  readonly supplier_id: string | null;
  readonly payee: string;
  readonly expenses: number;
  readonly ages: Readonly<Record<'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90_days', string>>;
  readonly total: string;
  readonly credit: string;
};
type Ageing = { readonly rows: readonly Row[] };

const report = 'reports/payables-aging?limit=100';
const ages = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const;

/** Accounts payable ageing. */
export function Payables() {
  const w = words.value.spending;
  const { data, problem } = useRead<Ageing>(report);
  return (
    <Statement<Row>
      title={w.payables}
      report={report}
      periods={[]}
      actions={<a href="/bills-to-pay">{words.value.billsToPay}</a>}
      problem={problem}
      keyOf={({ supplier_id, payee }) => supplier_id ?? payee}
      parts={data && [{ key: 'all', rows: data.rows }]}
      columns={[
        {
          key: 'payee',
          title: w.payee,
          cell: ({ supplier_id, payee }) =>
            supplier_id === null ? payee : <a href={`/expenses?view=open&supplier_id=${supplier_id}`}>{payee}</a>,
        },
        ...ages.map((age) => ({
          key: age,
          title: words.value.ages[age],
          isFigure: true,
          cell: (row: Row) => (Number(row.ages[age]) === 0 ? '–' : money(row.ages[age])),
        })),
        { key: 'total', title: words.value.columns.total, isFigure: true, cell: ({ total }) => money(total) },
      ]}
    />
  );
}
