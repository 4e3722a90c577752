import { useSignal } from '@preact/signals';
import { useRead } from '../../api/cache.ts';
import type { Aging } from '../../api/types.ts';
import { useKeys } from '../../app/keys.ts';
import { goWith, query } from '../../app/router.ts';
import { Download } from '../../kit/download.tsx';
import { RowGrid } from '../../kit/rows.tsx';
import { Empty, Trouble, Waiting } from '../../kit/states.tsx';
import { isNothing, money } from '../../kit/values.ts';
import { say } from '../../kit/toast.tsx';
import { counted, words } from '../../words/index.ts';
import { ChaseAction } from './chase.tsx';
import { DebtorPanel } from './debtor-panel.tsx';
import { DueReminders } from './due-reminders.tsx';

type Row = Aging['rows'][number] & { readonly credit: string };
type Ages = Row['ages'];
type Report = { readonly rows: readonly Row[]; readonly totals: { readonly total: string; readonly ages: Ages } };

const path = 'reports/receivables-aging';
const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const;

/** Accounts receivable ageing, the largest first, with the reminders of each client. */
export function Owed() {
  const w = words.value;
  const { owed: texts } = w.sell;
  const { data, problem } = useRead<Report>(path);
  // Credit alone owes nothing.
  const owing = (data?.rows ?? []).filter(({ sales }) => sales > 0);
  const rows = owing.map((row) => ({ ...row, id: row.client_id ?? '' }));
  const openId = query.value.get('open') ?? undefined;
  // A signal, not a state: keys come faster than pages are drawn.
  const at = useSignal(0);
  const open = (row: { readonly id: string } | undefined) => {
    if (row !== undefined && row.id !== '') goWith({ open: row.id });
  };
  const move = (place: number) => {
    at.value = Math.max(0, Math.min(rows.length - 1, place));
    if (openId !== undefined) open(rows[at.value]);
  };
  useKeys({
    j: () => move(at.peek() + 1),
    k: () => move(at.peek() - 1),
    o: () => open(rows[at.peek()]),
    Enter: () => open(rows[at.peek()]),
    Escape: () => goWith({ open: undefined }),
  });
  return (
    <div class="split" data-open={openId !== undefined} data-whole>
      <section class="list">
        <header class="top">
          <h1 tabIndex={-1}>{w.owed}</h1>
          <p class="exports">
            {(['xlsx', 'csv', 'pdf'] as const).map((format) => (
              <Download key={format} path={`${path}?format=${format}`} name={`${w.owed}.${format}`} onFault={say}>
                {format.toUpperCase()}
              </Download>
            ))}
          </p>
          {(data === undefined || rows.length > 0) && (
            <div class="deeds">
              <ChaseAction />
            </div>
          )}
        </header>
        <DueReminders />
        {data && <Sums of={data} />}
        {data === undefined ? (
          problem ? (
            <Trouble problem={problem} />
          ) : (
            <Waiting lines={12} />
          )
        ) : rows.length === 0 ? (
          <Empty title={w.noneOwes} hint={texts.noneHint} />
        ) : (
          <RowGrid
            label={w.owed}
            rows={rows}
            at={at}
            total={rows.length}
            openId={openId}
            onOpen={open}
            onMove={move}
            onEnd={() => undefined}
            columns={[
              {
                key: 'client',
                title: w.columns.client,
                width: 'minmax(9rem, 2fr)',
                phone: 'lead',
                cell: ({ client }) => <bdi>{client}</bdi>,
              },
              ...buckets.map((age) => ({
                key: age,
                title: w.ages[age],
                isFigure: true,
                isExtra: true,
                width: 'minmax(5rem, 1fr)',
                cell: ({ ages }: Row) => (isNothing(ages[age]) ? '' : money(ages[age])),
              })),
              {
                key: 'sales',
                title: w.sales,
                width: '5.5rem',
                phone: 'note',
                cell: ({ sales }) => counted(w.counted, sales),
              },
              {
                key: 'total',
                title: texts.total,
                isFigure: true,
                width: 'minmax(7rem, max-content)',
                phone: 'amount',
                cell: ({ total }) => money(total),
              },
            ]}
          />
        )}
      </section>
      {openId !== undefined && <DebtorPanel key={openId} id={openId} />}
    </div>
  );
}

function Sums({ of: { totals } }: { readonly of: Report }) {
  const w = words.value;
  return (
    <dl class="owed-sums">
      <div>
        <dt>{w.sell.owed.total}</dt>
        <dd>{money(totals.total)}</dd>
      </div>
      {buckets.map((age) => (
        <div key={age}>
          <dt>{w.ages[age]}</dt>
          <dd>{money(totals.ages[age])}</dd>
        </div>
      ))}
    </dl>
  );
}
