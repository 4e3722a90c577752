import type { Dashboard } from '../../api/types.ts';
import { Area, Bars } from '../../kit/chart.tsx';
import { monthLabel, shortDay } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

export function SalesChart({ of }: { readonly of: Dashboard['sales_by_month'] | undefined }) {
  const w = words.value;
  const points = of?.intervals.map(({ from, is_partial }, at) => ({
    label: monthLabel(from),
    amount: of.net.series[at] ?? '0',
    before: of.net.compared_series[at] ?? undefined,
    isPartial: is_partial,
  }));
  return (
    <section class="card">
      <h2>{w.salesByMonth}</h2>
      <p class="legend">
        <i class="now" />
        {w.thisYear}
        {points?.some(({ before }) => Number(before ?? 0) > 0) && (
          <>
            <i class="then" />
            {w.lastYear}
          </>
        )}
      </p>
      {points ? <Bars title={w.salesByMonth} beforeLabel={w.lastYear} points={points} /> : <div class="chart blank" />}
    </section>
  );
}

export function CashChart({ of }: { readonly of: Dashboard['cash_by_week'] | undefined }) {
  const w = words.value;
  const points = of?.intervals.map(({ from }, at) => ({ label: shortDay(from), amount: of.closing[at] ?? '0' }));
  return (
    <section class="card">
      <h2>{w.cashByWeek}</h2>
      <p class="legend">{w.acrossAccounts}</p>
      {points ? <Area title={w.cashByWeek} beforeLabel="" points={points} /> : <div class="chart blank" />}
    </section>
  );
}
