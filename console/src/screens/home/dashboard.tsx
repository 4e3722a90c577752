import { useRead } from '../../api/cache.ts';
import type { Dashboard as Overview } from '../../api/types.ts';
import { useMay, useMe } from '../../app/me.ts';
import { Trouble } from '../../kit/states.tsx';
import { longDay, monthName, monthsAgo, today, wholeMoney } from '../../kit/values.ts';
import { counted, filled, words } from '../../words/index.ts';
import { CashChart, SalesChart } from './charts.tsx';
import { Checklist, useStepsLeft } from './checklist.tsx';
import { Owing } from './owing.tsx';
import { LatestSales, Low, Waits } from './short-lists.tsx';
import { Tile } from './tile.tsx';

/**
 * An owner's questions in the morning: sales of the month, cash, debtors, low stock and approvals. Members who may see
 * no reports get what their role includes.
 */
export function Dashboard() {
  const w = words.value;
  const me = useMe();
  const may = useMay();
  const hour = new Date().getHours();
  const left = useStepsLeft();
  const greeting = w.greetings[hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'];
  return (
    <div class="dashboard page">
      <header class="top">
        <div>
          <p class="eyebrow">{longDay(today())}</p>
          <h1 tabIndex={-1}>
            {greeting}, {me?.user.name.split(' ')[0]}
          </h1>
        </div>
        {may('sales:write') && (
          <a class="button primary" href="/sales/new">
            {w.newSale}
            <kbd>N</kbd>
          </a>
        )}
      </header>
      {left.shown && <Checklist {...left.shown} />}
      {/* Read at once, and seen only when nothing comes above it any more. */}
      <div class="below" data-pending={left.isPending}>
        {may('reports:read') ? (
          <Figures />
        ) : (
          <div class="lists">
            {may('sales:read') && <LatestSales />}
            {may('stock:read') && <Low />}
            <Waits />
          </div>
        )}
      </div>
    </div>
  );
}

function Figures() {
  const w = words.value;
  const may = useMay();
  const { data, problem } = useRead<Overview>('reports/dashboard?include=sales_by_month,cash_by_week,owing');
  if (problem && !data) return <Trouble problem={problem} />;
  return (
    <>
      <section class="figures" aria-label={data && filled(w.soFar, { month: monthName(data.period.from) })}>
        <Tile
          title={`${w.netSales} · ${monthName(monthsAgo(0))}`}
          amount={data?.net_sales.amount}
          figure={data?.net_sales}
          against={data?.compared_period?.from}
        />
        <Tile
          title={`${w.profit} · ${monthName(monthsAgo(0))}`}
          amount={data?.net_profit.amount}
          figure={data?.net_profit}
          against={data?.compared_period?.from}
        />
        <Tile title={w.cash} amount={data?.cash} note={w.acrossAccounts} />
        <Tile
          title={w.owedToUs}
          amount={data?.receivable}
          href="/sales?view=overdue"
          isBad={(data?.overdue.count ?? 0) > 0}
          note={data && counted(w.overdueOf, data.overdue.count, { amount: wholeMoney(data.overdue.amount) })}
        />
        <Tile title={w.taxDue} amount={data?.tax_due} note={w.taxHint} />
      </section>
      <div class="charts">
        <SalesChart of={data?.sales_by_month} />
        <CashChart of={data?.cash_by_week} />
      </div>
      <div class="lists">
        <Owing rows={data?.owing} />
        {may('stock:read') && <Low />}
        <Waits />
      </div>
    </>
  );
}
