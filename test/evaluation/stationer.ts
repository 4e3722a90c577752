import assert from 'node:assert/strict';
import type { McpService } from '../support/mcp-service.ts';
import type { Wire } from '../support/world.ts';

/** A small stationer's, with a year behind it: what the tasks are about. */
export type Stationer = {
  readonly service: McpService;
  readonly token: string;
  /** The last March that is over. */
  readonly march: string;
  /** Days from today on, in the shop's calendar. */
  readonly day: (from: number) => string;
  /** Looks things up as no assistant does, to see what came of a task. */
  readonly look: (tool: string, input: object) => Promise<Wire>;
};

const dayMs = 24 * 60 * 60 * 1_000;

export async function openStationer(service: McpService): Promise<Stationer> {
  const owner = await service.owner('Katern');
  const [{ token }, { token: looking }] = [await owner.mint({ preset: 'full' }), await owner.mint({ preset: 'full' })];
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date());
  const day = (from: number) => new Date(Date.parse(today) + from * dayMs).toISOString().slice(0, 10);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const march = `${month > 3 ? year : year - 1}`;
  let keys = 0;
  const look: Stationer['look'] = async (tool, input) => {
    const { isError, structuredContent } = await service.tool(looking, tool, input);
    assert.notEqual(isError, true, `${tool}: ${JSON.stringify(structuredContent)}`);
    return structuredContent;
  };
  const write = (tool: string, input: object) => look(tool, { ...input, idempotency_key: `set-up ${(keys += 1)}` });
  await stock(write);
  await people(write);
  const stationer = { service, token, march, day, look };
  await trade(write, stationer);
  return stationer;
}

type Write = (tool: string, input: object) => Promise<Wire>;

async function stock(write: Write): Promise<void> {
  const goods = [
    ['Notebook A5', 'NB-A5', '12.50', '4.00'],
    ['Fountain pen', 'PEN-F', '48.00', '21.00'],
    ['Ink bottle', 'INK-B', '9.90', '2.50'],
  ];
  for (const [name, sku, price, cost] of goods) {
    const alerts = { reorder_point: '20', reorder_quantity: '50', low_stock_threshold: '20' };
    await write('create_product', { type: 'good', name, sku, price, price_includes_tax: true, ...alerts });
    const received = { type: 'opening', variant_id: sku, quantity: '200', unit_cost: cost };
    await write('create_stock_movement', { ...received, effective_date: '2024-01-02' });
  }
  await write('create_product', { type: 'service', name: 'Binding workshop', sku: 'WS', price: '85.00' });
}

async function people(write: Write): Promise<void> {
  const clients = [
    { type: 'individual', display_name: 'Rosa Lindqvist', email: 'rosa@mail.example' },
    { type: 'business', display_name: 'Hotel Meridian', email: 'office@meridian.example' },
    { type: 'business', display_name: 'Café Zoë' },
    { type: 'business', display_name: 'Papierhandel Kroon', roles: ['supplier'] },
  ];
  for (const client of clients) await write('create_client', client);
}

async function trade(write: Write, { march, day }: Stationer): Promise<void> {
  const sell = (sale_date: string, client: string, sku: string, quantity: string, paid = true) =>
    write('record_sale', {
      client,
      sale_date,
      lines: [{ sku, quantity }],
      ...(paid ? { payments: [{ method: 'Bank transfer' }] } : {}),
    });
  const before = String(Number(march) - 1);
  await sell(`${before}-03-10`, 'Rosa Lindqvist', 'NB-A5', '10');
  await sell(`${march}-03-05`, 'Rosa Lindqvist', 'NB-A5', '8');
  await sell(`${march}-03-20`, 'Hotel Meridian', 'PEN-F', '5');
  await sell(day(-60), 'Hotel Meridian', 'INK-B', '30', false);
  await sell(day(-40), 'Café Zoë', 'NB-A5', '4', false);
  await sell(day(-3), 'Rosa Lindqvist', 'INK-B', '155');
}
