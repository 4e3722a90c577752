/**
 * The benchmarks: a real service and a bare driver loop over one real, durable PostgreSQL, on this machine, in turn.
 * Read the ratios within one run; absolute figures belong to the machine. `npm run bench [scenario …]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { benchCash } from './cash.ts';
import { benchChecks } from './checks.ts';
import { benchClients } from './clients.ts';
import { benchDocuments } from './documents.ts';
import { benchFairness } from './fairness.ts';
import { benchImports } from './imports.ts';
import { benchLedger } from './ledger.ts';
import { benchLoginTiming } from './login-timing.ts';
import { benchMcp } from './mcp.ts';
import { benchOverload } from './overload.ts';
import { benchPages } from './pages.ts';
import { benchProfile } from './profile.ts';
import { benchReports } from './reports.ts';
import { benchSales } from './sales.ts';
import { benchStart } from './start.ts';
import { type Figure, openStage } from './stage.ts';

const scenarios: Readonly<Record<string, (stage: Awaited<ReturnType<typeof openStage>>) => Promise<Figure[]>>> = {
  clients: benchClients,
  pages: benchPages,
  sales: benchSales,
  imports: benchImports,
  ledger: benchLedger,
  reports: benchReports,
  cash: benchCash,
  checks: benchChecks,
  mcp: benchMcp,
  overload: benchOverload,
  fairness: benchFairness,
  profile: benchProfile,
  'login-timing': benchLoginTiming,
};

const named = process.argv.slice(2);
const wanted = (name: string) => named.length === 0 || named.includes(name);
const figures: Figure[] = [];

if (wanted('start')) figures.push(...(await benchStart()));
if (wanted('documents')) figures.push(...(await benchDocuments()));
for (const [name, bench] of Object.entries(scenarios)) {
  if (!wanted(name)) continue;
  const stage = await openStage();
  try {
    figures.push(...(await bench(stage)));
  } finally {
    await stage.close();
  }
}

console.table(figures);
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('latest.json', folder), `${JSON.stringify(figures, null, 2)}\n`);
process.exit(figures.every(({ reached }) => reached !== 'no') ? 0 : 1);
