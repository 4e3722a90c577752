import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { masked } from '../support/masked.ts';
import { temporaryFolder } from '../support/embedded-service.ts';
import { ask, must, password } from './counter.ts';
import { startDaybook, stopDaybook } from './daybook-process.ts';

const zones = ['UTC', 'America/St_Johns', 'Pacific/Chatham'];
const reads = [
  'sales',
  'payments',
  'journal-entries',
  'stock/movements',
  'reports/trial-balance',
  'reports/receivables-aging',
  'reports/revenue?period=this_year',
];
const clockErrorMs = 60_000;

test('the time zone of the machine changes nothing in the answers', async (t) => {
  const told = await Promise.all(
    zones.map(async (zone) => {
      const { folder, later } = temporaryFolder(t);
      const daybook = await startDaybook({ folder, settings: { TZ: zone, LOG_LEVEL: 'warn' } });
      later(() => stopDaybook(daybook, folder));
      return dayInTheShop(daybook.url);
    }),
  );
  const [expected = [], ...others] = told;
  assert.ok(expected.length > 8);
  for (const answers of others) assert.deepEqual(answers, expected);
});

test('control: a process of another zone does read its clock otherwise', () => {
  const clocks = zones.map((TZ) => {
    const script = 'new Date(2026, 0, 1).toISOString()';
    return spawnSync(process.execPath, ['-p', script], { env: { TZ }, encoding: 'utf8' }).stdout.trim();
  });
  assert.deepEqual(clocks, ['2026-01-01T00:00:00.000Z', '2026-01-01T03:30:00.000Z', '2025-12-31T10:15:00.000Z']);
});

/** Answers of the service while a shop in Berlin sells, is paid and reads its books. */
async function dayInTheShop(url: string): Promise<string[]> {
  const organization = { name: 'Shop', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const registration = { email: 'ana@example.com', password, name: 'Ana', organization };
  const { access_token: token } = await must(url, 'POST /api/auth/register', registration);
  const answers: unknown[] = [];
  const say = async (route: string, body?: object) => {
    const { status, body: said } = await ask(url, route, body, { token, key: randomUUID() });
    assert.ok(status === 200 || status === 201, `${route} answered ${status}: ${JSON.stringify(said)}`);
    assertNow(said.created_at);
    answers.push({ route: route.replaceAll(/\w+_[0-9a-z]{26}/g, '*'), status, said });
    return said;
  };
  const client = await say('POST /api/clients', { type: 'individual', display_name: 'Regular' });
  const { id: product } = await say('POST /api/products', { name: 'Good', price: '9.99' });
  const [{ id: variant_id }] = (await say(`GET /api/products/${product}/variants`)).data;
  await say('POST /api/stock/movements', { type: 'purchase_receipt', variant_id, quantity: '9', unit_cost: '1.00' });
  const lines = [{ variant_id, quantity: '1' }];
  // The nights when Berlin changes its clock, a leap day, and the two ends of a year.
  for (const sale_date of ['2024-02-29', '2026-03-29', '2026-10-25', '2025-12-31', '2026-01-01']) {
    const { id } = await say('POST /api/sales', { client_id: client.id, lines, sale_date });
    await say(`POST /api/sales/${id}/confirm`, {});
  }
  // Paid by itself: what is posted within one millisecond is listed in either order.
  const sold = await say('POST /api/sales/record', { client_id: client.id, lines });
  await say(`POST /api/sales/${sold.id}/payments`, { method: 'Cash', amount: '1.00' });
  for (const path of reads) await say(`GET /api/${path}`);
  return answers.map((answer) => masked(JSON.stringify(answer)));
}

/** A clock that is read in the wrong zone is wrong by an hour or more. */
function assertNow(instant: unknown): void {
  if (typeof instant !== 'string') return;
  assert.match(instant, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.ok(Math.abs(Date.now() - Date.parse(instant)) < clockErrorMs, instant);
}
