import { randomUUID } from 'node:crypto';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { asOwner } from './database.ts';
import { createExpenseFixture } from './expense-fixture.ts';
import { shopOf } from './sales-shop.ts';
import type { Wire, World } from './world.ts';
import assert from 'node:assert/strict';

type Settings = {
  readonly country: string;
  readonly currency?: string;
  readonly period: string;
  readonly starts_on: string;
  readonly tax_basis?: 'payment';
};

/** Since a return was filed: what is posted from now on came after that, whatever the clocks of its node say. */
async function aDayPasses({ database }: World, { id }: Wire): Promise<void> {
  await asOwner(database.ownerUrl, async (owner) => {
    await owner.query(`set session_replication_role = replica`);
    await owner.query(`update vat_returns set kept_at = clock_timestamp() + interval '1 day' where id = $1`, [
      uuidFrom('vret', id),
    ]);
  });
}

type Amounts = readonly (readonly [amount: string, rate: string])[];

/** Makes organisations that declare VAT, each with a shop of its own. */
export function createVatFixture(world: World) {
  let made = 0;
  return async ({ country, currency = 'EUR', tax_basis, ...settings }: Settings) => {
    world.setNow('2026-06-10T12:00:00Z');
    const as = await world.found(`VAT ${(made += 1)}`, { country, currency });
    const call = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
    const keyed = (name: string, input: object = {}): Promise<Wire> =>
      world.call(name, input, { as, key: randomUUID() });
    if (tax_basis !== undefined) await call('update_organization', { tax_basis });
    await call('update_vat_settings', settings);
    const shop = shopOf(world, as);
    const bought = createExpenseFixture(world, as);
    const at = (place: string) => ({ billing_address: { line1: '1 Street', city: 'City', country: place } });
    const boxOf = (record: Wire, name: string): Wire => record.boxes.find(({ box }: Wire) => box === name);
    return {
      as,
      call,
      keyed,
      shop,
      bought,
      moves: shop.moves,
      rate: (percentage: string, more: object = {}) => shop.tax(percentage, more),
      reverse: (percentage: string, category: 'K' | 'AE', more: object = {}) =>
        shop.tax(percentage, { kind: 'reverse_charge', category, applies_to: 'purchases', ...more }),
      sell: async (amounts: Amounts, sale_date: string, place = country, more: object = {}) =>
        keyed('create_sale', {
          client_id: (await shop.client(at(place))).id,
          lines: amounts.map(([unit_price, rate]) => ({
            name: 'Work',
            quantity: '1',
            unit_price,
            tax_rate_ids: [rate],
          })),
          prices_include_tax: false,
          sale_date,
          confirm: true,
          ...more,
        }),
      buy: async (amounts: Amounts, expense_date: string, place = country, category = 'Travel', more: object = {}) =>
        keyed('create_expense', {
          supplier_id: (await bought.supplier(at(place))).id,
          lines: amounts.map(([amount, rate]) => ({ category, amount, tax_rate_ids: [rate] })),
          amounts_include_tax: false,
          expense_date,
          post: true,
          ...more,
        }),
      pay: (sale: Wire, amount: string, payment_date: string) => shop.pay(sale, { amount, payment_date }),
      draft: (more: object = {}) => keyed('create_vat_return', more),
      file: async (draft: Wire, filed_on: string, more: object = {}) => {
        const filed = await keyed('file_vat_return', { id: draft.id, filed_on, ...more });
        await aDayPasses(world, filed);
        return filed;
      },
      reopen: (from: string, to: string) =>
        call('create_lock_exception', {
          lock: 'tax',
          from,
          to,
          reason: 'A late bill',
          expires_at: '2026-12-01T00:00:00Z',
        }),
      accountOf: async (code: string): Promise<string> => (await call('list_accounts', { code })).data[0].id,
      /** The amount of each box: its total, else its tax, else its base. */
      boxes: (record: Wire, names: readonly string[]): Record<string, string> =>
        Object.fromEntries(
          names.map((name) => {
            const { total, tax, base } = boxOf(record, name);
            return [name, total ?? tax ?? base];
          }),
        ),
      both: (record: Wire, name: string): string[] => {
        const { base, tax } = boxOf(record, name);
        return [base, tax];
      },
      sound: async () => {
        await shop.booksAgree();
        const { checks } = await call('check_books');
        assert.deepEqual(
          checks.filter(({ ok }: Wire) => !ok),
          [],
        );
      },
    };
  };
}
