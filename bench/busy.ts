import { addDays, type Day } from '../src/core/calendar.ts';
import { periodOf } from '../src/core/period.ts';
import { startBare } from './bare-server.ts';
import { copySales, openShop } from './books.ts';
import { fillClients } from './clients.ts';
import { cpuSecondsOf } from './cpu.ts';
import { httpLoad, lastFailure, type LoadResult, type Request } from './http-load.ts';
import { call } from './mcp.ts';
import { cashSales } from './sales.ts';
import { type Figure, type Stage } from './stage.ts';

/** Sales in the books; fewer where a whole hour is too long: `DAYBOOK_BENCH_SALES=10000,100000`. */
const sizes = (process.env['DAYBOOK_BENCH_SALES'] ?? '10000,1000000').split(',').map(Number);
const yearDays = 365;
const secondsEach = 2;
const warmUpSeconds = 1;
/** Of each call before any is measured: what runs for the first time is compiled while it runs. */
const beginSeconds = 4;
const requestsMax = 100_000;
const manyCallers = 16;
/** With a hundred times the sales. */
const growthMax = 2;

type Work = {
  readonly what: string;
  readonly make: (index: number) => Request;
  readonly token?: string;
  /** Multiple of the bare answer at the same number of callers. */
  readonly timesMax?: number;
  /** Milliseconds of CPU at one caller. */
  readonly cpuMax?: number;
};

/**
 * Everyday calls and the heavy reads, with 10,000 sales in the books and with 1,000,000: rate, time and CPU at one
 * caller and at sixteen, and the CPU as a multiple of a bare HTTP server that answers as many bytes.
 */
export async function benchBusy(stage: Stage): Promise<Figure[]> {
  const shop = await openShop(stage);
  const newest = addDays(shop.today, 1 - yearDays);
  const client = await fillClients(stage, 10_000);
  const works = await worksOf(stage, { client, today: shop.today });
  const figures: Figure[] = [];
  const before = new Map<string, number>();
  let sales = 0;
  for (const size of sizes) {
    const [from, days] = sales === 0 ? [newest, yearDays] : [addDays(newest, -9 * yearDays), 9 * yearDays];
    await copySales(stage, shop, { count: size - sales, from, days });
    console.log(`measured with ${size} sales:`);
    if (sales === 0) for (const work of works) await sent(stage, work, manyCallers, beginSeconds);
    sales = size;
    for (const work of works) {
      const { cost, isReached, ...figure } = await measureWork(stage, work, size);
      const growth = cost / (before.get(work.what) ?? cost);
      before.set(work.what, cost);
      const value = growth === 1 ? figure.value : `${figure.value}, ${growth.toFixed(1)} of the first`;
      const reached = isReached && growth <= growthMax ? 'yes' : 'no';
      // Told as it is known: the whole takes an hour.
      console.log(`${figure.what}: ${value}; ${figure.note}`);
      figures.push({ ...figure, value, reached });
    }
  }
  return figures;
}

async function worksOf(stage: Stage, { client, today }: { client: string; today: Day }): Promise<readonly Work[]> {
  const { from, to } = periodOf('month', addDays(periodOf('month', today).from, -1));
  const { token } = await stage.call('create_mcp_token', { name: 'bench' });
  const getClient = { name: 'get_client', arguments: { id: client } };
  const sale = await cashSales(stage);
  const [year, month] = [`from=${addDays(today, 1 - yearDays)}&to=${today}`, `from=${from}&to=${to}`];
  const parts = ['sales_by_month', 'cash_by_week', 'owing'].join(',');
  const read = (what: string, path: string, more: Partial<Work> = {}): Work => {
    return { what, make: () => ({ method: 'GET', path: `/api${path}` }), ...more };
  };
  return [
    {
      what: 'create a client',
      make: () => ({ method: 'POST', path: '/api/clients', body: newClient(crypto.randomUUID()) }),
      timesMax: 28,
      cpuMax: 1.3,
    },
    read('get a client', `/clients/${client}`, { timesMax: 7, cpuMax: 0.3 }),
    { what: 'get a client through MCP', make: () => call('tools/call', getClient), token: String(token), timesMax: 8 },
    read('list 50 of 10,000 clients', '/clients?limit=50', { timesMax: 20, cpuMax: 0.9 }),
    {
      what: 'record a sale of 3 lines, paid',
      make: (index) => ({ method: 'POST', path: '/api/sales/record', body: sale(index), headers: keyOf() }),
      timesMax: 90,
      cpuMax: 4,
    },
    read('profit and loss of a month', `/reports/profit-and-loss?${month}`, { timesMax: 26, cpuMax: 1.2 }),
    read('profit and loss of a year', `/reports/profit-and-loss?${year}`, { cpuMax: 1.2 }),
    read('profit and loss of a month, cash', `/reports/profit-and-loss?basis=cash&${month}`, { timesMax: 60 }),
    read('profit and loss of a year, cash', `/reports/profit-and-loss?basis=cash&${year}`, { cpuMax: 1.2 }),
    read('tax summary of a month, cash', `/reports/tax-summary?basis=cash&${month}`, { cpuMax: 5 }),
    read('stock movements of a month', `/reports/inventory-movements?${month}`, { cpuMax: 5 }),
    read('cash flow of a month', `/reports/cash-flow?${month}`, { cpuMax: 5 }),
    read('dashboard of a month', `/reports/dashboard?${month}`, { cpuMax: 5 }),
    read('dashboard with its charts', `/reports/dashboard?include=${parts}`, { cpuMax: 5 }),
    read('revenue of a year by client', `/reports/revenue?group_by=client&${year}`, { cpuMax: 5 }),
    read('revenue of a year by month', `/reports/revenue?group_by=period&interval=month&${year}`, { cpuMax: 5 }),
    read('search', '/search?q=client%2042', { cpuMax: 5 }),
    read('receivables ageing', '/reports/receivables-aging', { cpuMax: 5 }),
    read('stock levels of 50 variants', '/stock/levels?limit=50', { cpuMax: 5 }),
    read('low-stock alerts', '/stock/alerts', { cpuMax: 5 }),
    read('sales, the latest 50', '/sales?limit=50', { cpuMax: 5 }),
    read('sales of one client, 50', `/sales?limit=50&client_id=${client}`, { cpuMax: 5 }),
    read('sales not paid, 50', '/sales?limit=50&payment_status=unpaid', { cpuMax: 5 }),
  ];
}

const newClient = (mark: string) => ({
  type: 'business',
  display_name: `Client ${mark}`,
  email: `${mark}@example.com`,
});
const keyOf = () => ({ 'idempotency-key': crypto.randomUUID() });

type Cost = LoadResult & { readonly cpuMs: number };

type Measured = Omit<Figure, 'reached'> & { readonly cost: number; readonly isReached: boolean };

async function measureWork(stage: Stage, work: Work, size: number): Promise<Measured> {
  const costAt = async (callers: number, seconds: number) => {
    const before = stage.cpuSeconds();
    const load = await sent(stage, work, callers, seconds);
    return { ...load, cpuMs: ((stage.cpuSeconds() - before) * 1_000) / load.requests };
  };
  await costAt(manyCallers, warmUpSeconds);
  const alone = await costAt(1, secondsEach);
  const together = await costAt(manyCallers, secondsEach);
  const bare = await bareCost(together.bytes);
  const times = together.cpuMs / bare.cpuMs;
  const isReached =
    alone.failures + together.failures === 0 &&
    times <= (work.timesMax ?? Infinity) &&
    alone.cpuMs <= (work.cpuMax ?? Infinity);
  const asked = [
    ...(work.cpuMax === undefined ? [] : [`≤ ${work.cpuMax} ms`]),
    ...(work.timesMax === undefined ? [] : [`≤ ${work.timesMax}×`]),
  ];
  return {
    cost: alone.cpuMs,
    isReached,
    what: `${work.what}, ${size.toLocaleString('en')} sales`,
    value: `${alone.cpuMs.toFixed(2)} ms, ${times.toFixed(0)}×`,
    reach: asked.join(', '),
    note: `1: ${toldOf(alone)}; ${manyCallers}: ${toldOf(together)}, CPU ${together.cpuMs.toFixed(2)} ms`,
    numbers: {
      sales: size,
      bytes: together.bytes,
      times,
      ...named('alone', alone),
      ...named('together', together),
      bare_cpu_ms: bare.cpuMs,
    },
  };
}

type Sender = { readonly port: number; readonly token: string };

const sent = ({ port, token }: Sender, work: Pick<Work, 'make' | 'token'>, callers: number, secondsMax: number) =>
  httpLoad({ port, token: work.token ?? token, callers, requests: requestsMax, secondsMax, make: work.make });

const at = ({ times }: LoadResult, part: number) => times[Math.floor(times.length * part)] ?? 0;

function toldOf(cost: Cost): string {
  const [rate, median, slow] = [cost.requests / cost.seconds, at(cost, 0.5), at(cost, 0.99)];
  // What is refused is a figure too: the rest is measured all the same.
  const failed = cost.failures === 0 ? '' : `, ${cost.failures} of ${cost.requests} failed: ${lastFailure}`;
  return `${rate.toFixed(0)}/s, p50 ${median.toFixed(1)}, p99 ${slow.toFixed(1)} ms${failed}`;
}

function named(name: string, cost: Cost): Record<string, number> {
  return {
    [`${name}_per_second`]: cost.requests / cost.seconds,
    [`${name}_p50_ms`]: at(cost, 0.5),
    [`${name}_p99_ms`]: at(cost, 0.99),
    [`${name}_cpu_ms`]: cost.cpuMs,
    [`${name}_failures`]: cost.failures,
  };
}

/** CPU of an answer of so many bytes by a server that does nothing else. */
async function bareCost(bytes: number): Promise<{ readonly cpuMs: number }> {
  const { port, pid, stop } = await startBare('bare-answer.ts', String(bytes));
  try {
    const make = (): Request => ({ method: 'GET', path: '/' });
    const bare = { port, token: '' };
    await sent(bare, { make }, manyCallers, warmUpSeconds);
    const before = cpuSecondsOf(pid);
    const { requests } = await sent(bare, { make }, manyCallers, secondsEach);
    return { cpuMs: ((cpuSecondsOf(pid) - before) * 1_000) / requests };
  } finally {
    stop();
  }
}
