import { useRead } from '../../api/cache.ts';
import type {
  Aging,
  Approval,
  CashFlow,
  Dashboard as Overview,
  Figure,
  Page,
  Revenue,
  StockAlert,
} from '../../api/types.ts';
import { useMe } from '../../app/me.ts';
import { waiting } from '../../app/waiting.ts';
import { Area, Bars } from '../../kit/chart.tsx';
import { Empty, Trouble, Waiting } from '../../kit/states.tsx';
import {
  longDay,
  minus,
  money,
  monthLabel,
  monthName,
  monthsAgo,
  shortDay,
  shortMoney,
  signedPercent,
  today,
  wholeMoney,
} from '../../kit/values.ts';
import { calledOf } from '../team/subject.ts';
import { Checklist } from './checklist.tsx';
import { counted, filled, named, words } from '../../words/index.ts';

/** What an owner asks in the morning: how is the month, is there money, who owes, what runs out, what waits for me. */
export function Dashboard() {
  const w = words.value;
  const me = useMe();
  const overview = useRead<Overview>('reports/dashboard');
  const hour = new Date().getHours();
  const greeting = w.greetings[hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'];
  if (overview.problem && !overview.data) return <Trouble problem={overview.problem} />;
  const { data } = overview;
  return (
    <div class="dashboard page">
      <header class="top">
        <div>
          <p class="eyebrow">{longDay(today())}</p>
          <h1 tabIndex={-1}>
            {greeting}, {me?.user.name.split(' ')[0]}
          </h1>
        </div>
        <a class="button primary" href="/sales/new">
          {w.newSale}
          <kbd>N</kbd>
        </a>
      </header>
      <Checklist />
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
        <SalesChart />
        <CashChart cash={data?.cash} />
      </div>
      <div class="lists">
        <Owing />
        <Low />
        <Waits />
      </div>
    </div>
  );
}

type TileSays = {
  readonly title: string;
  readonly amount: string | undefined;
  readonly figure?: Figure | undefined;
  readonly against?: string | undefined;
  readonly note?: string | undefined;
  readonly href?: string;
  readonly isBad?: boolean;
};
function Tile({ title, amount, figure, against, note, href, isBad = false }: TileSays) {
  const w = words.value;
  const percent = signedPercent(figure?.change_percent);
  const isUp = figure?.change_percent?.startsWith('-') === false;
  const text = (
    <>
      <h2>{title}</h2>
      <p class="amount" {...(amount && { title: wholeMoney(amount) })}>
        {amount === undefined ? '\u00A0' : shortMoney(amount, 12)}
      </p>
      <p class={isBad ? 'note bad' : 'note'}>
        {percent && against ? (
          <span title={filled(w.against, { percent, period: monthName(against) })}>
            <b class={isUp ? 'good' : 'bad'}>{percent}</b>{' '}
            {filled(w.on, { days: `1–${Number(today().slice(8))} ${monthLabel(against)}` })}
          </span>
        ) : (
          (note ?? '\u00A0')
        )}
      </p>
    </>
  );
  return href ? (
    <a class="tile" href={href}>
      {text}
    </a>
  ) : (
    <div class="tile">{text}</div>
  );
}

function SalesChart() {
  const w = words.value;
  const { data, problem } = useRead<Revenue>(
    `reports/revenue?from=${monthsAgo(11)}&to=${today()}&interval=month&compare=previous_year`,
  );
  const points = data?.intervals.map(({ label, from, is_partial }) => {
    const net = data.rows.find(({ key }) => key === label)?.net;
    return {
      label: monthLabel(from),
      amount: net?.amount ?? '0',
      before: net?.compared ?? undefined,
      isPartial: is_partial,
    };
  });
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
      {points ? (
        <Bars title={w.salesByMonth} beforeLabel={w.lastYear} points={points} />
      ) : problem ? (
        <Trouble problem={problem} />
      ) : (
        <div class="chart blank" />
      )}
    </section>
  );
}

/** The service tells what moved in each week and what there is now: each week's level is counted back from that. */
function CashChart({ cash }: { readonly cash: string | undefined }) {
  const w = words.value;
  const { data, problem } = useRead<CashFlow>(`reports/cash-flow?from=${monthsAgo(6)}&to=${today()}&interval=week`);
  const moved = data?.totals['direct']?.['net_change']?.series ?? data?.totals['net_change']?.['series' as never];
  const series = (moved as readonly string[] | undefined) ?? [];
  let level = cash ?? '0';
  const levels = series
    .toReversed()
    .map((change) => {
      const at = level;
      level = minus(level, change);
      return at;
    })
    .toReversed();
  const points =
    data && cash !== undefined && series.length > 0
      ? data.intervals.map(({ from }, at) => ({ label: shortDay(from), amount: levels[at] ?? '0' }))
      : undefined;
  return (
    <section class="card">
      <h2>{w.cashByWeek}</h2>
      <p class="legend">{w.acrossAccounts}</p>
      {points ? (
        <Area title={w.cashByWeek} beforeLabel="" points={points} />
      ) : problem ? (
        <Trouble problem={problem} />
      ) : (
        <div class="chart blank" />
      )}
    </section>
  );
}

const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const;
function Owing() {
  const w = words.value;
  const { data, problem } = useRead<Aging>('reports/receivables-aging?limit=5');
  return (
    <section class="card">
      <h2>{w.owesTitle}</h2>
      <a class="all" href="/owed">
        {w.viewAll}
      </a>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={5} />
        )
      ) : data.rows.length === 0 ? (
        <Empty title={w.noneOwes} />
      ) : (
        <ul class="owing">
          {data.rows.map(({ client_id, client, total, ages }) => (
            <li key={client}>
              <a href={client_id === null ? '/owed' : `/owed?open=${client_id}`}>
                <span>{client_id === null ? w.othersOwing : client}</span>
                <b class="figure">{money(total)}</b>
                <span
                  class="ages"
                  role="img"
                  aria-label={buckets
                    .filter((age) => Number(ages[age]) > 0)
                    .map((age) => `${w.ages[age]}: ${money(ages[age])}`)
                    .join(', ')}
                >
                  {buckets.map(
                    (age) =>
                      Number(ages[age]) > 0 && (
                        <i
                          key={age}
                          class={age}
                          style={{ flexGrow: Number(ages[age]) / Number(total) }}
                          title={`${w.ages[age]} ${money(ages[age])}`}
                        />
                      ),
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Low() {
  const w = words.value;
  const { data, problem } = useRead<Page<StockAlert>>('stock/alerts?limit=5');
  return (
    <section class="card">
      <h2>{w.lowTitle}</h2>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={5} />
        )
      ) : data.data.length === 0 ? (
        <Empty title={w.noneLow} />
      ) : (
        <ul class="low">
          {data.data.map(({ id, name, available, low_stock_threshold: limit, reorder_quantity: order }) => (
            <li key={id}>
              <span>{name}</span>
              <b class="figure">{filled(w.of, { n: available, limit: limit ?? '–' })}</b>
              {order && <small class="quiet">{filled(w.reorder, { n: order })}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Waits() {
  const w = words.value;
  const { data, problem } = useRead<Page<Approval>>(waiting);
  return (
    <section class="card">
      <h2>{w.waiting}</h2>
      <a class="all" href="/ai">
        {w.viewAll}
      </a>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={4} />
        )
      ) : data.data.length === 0 ? (
        <Empty title={w.noneWaiting} />
      ) : (
        <ul class="waits">
          {data.data.map(({ id, action, subject, preview, arguments: asked }) => (
            <li key={id}>
              <a href={`/ai?open=${id}`}>
                <b>{named(w.actions, action)}</b>
                <span>{subject && calledOf(subject)}</span>
                <span class="quiet">{asked.reason ?? preview.sentences[0]}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
