import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { within } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { taxRatesFor, useTaxRates } from '../index.ts';
import { vatRates } from './vat-rates.ts';

const world = await createWorld();
const { call, rival } = world;
let made = 0;
const create = (input: object = {}): Promise<Wire> =>
  call('create_tax_rate', { name: `Rate ${(made += 1)}`, percentage: '19', ...input });
const uuids = new Map<string, string>();

/** Charges a rate as a sale does: reads it, and marks it in the same transaction. */
async function use({ id }: Wire, between: () => Promise<unknown> = async () => undefined): Promise<bigint> {
  const inside = await uuidOf(id);
  return within(world, async (context) => {
    const rates = await taxRatesFor(context, [inside]);
    await between();
    useTaxRates(context, rates.values());
    return rates.get(inside)?.percentage ?? 0n;
  });
}

async function uuidOf(id: string): Promise<string> {
  const { z } = await import('zod');
  const { Id } = await import('../../../wire/index.ts');
  const uuid = uuids.get(id) ?? z.decode(Id('tax_rate'), id);
  uuids.set(id, uuid);
  return uuid;
}

describe('tax rates', () => {
  test('every field comes back as it will be read', async () => {
    const account = (await call('list_accounts', { limit: 100 })).data.find(({ code }: Wire) => code === '2200');
    const fields = {
      percentage: '9.975',
      kind: 'standard',
      compound: true,
      sequence: 2,
      inclusive_default: true,
      category: 'S',
      applies_to: 'sales',
      recoverable_percent: '50',
      code: 'QST',
      country: 'CA',
      region: 'QC',
      payable_account_id: account.id,
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      report_box: '105',
      external_id: 'qst',
      tags: ['ca'],
    };
    const created = await create({ name: 'QST', ...fields });
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(created[field], value, field);
    assert.deepEqual([created.display_name, created.is_used, created.status], ['QST', false, 'active']);
    assert.deepEqual(await call('get_tax_rate', { id: created.id }), created);
    const { data } = await call('list_tax_rates', { country: 'CA', percentage: { gt: '9' }, tag: 'ca' });
    assert.deepEqual(data, [created]);
    await assert.rejects(call('get_tax_rate', { id: created.id }, { as: rival }), refused('not_found'));
    await assert.rejects(create({ external_id: 'qst' }), refused('tax_rate_external_id_taken'));
    const changed = await call('update_tax_rate', { id: created.id, percentage: '10', code: null, version: 1 });
    assert.deepEqual([changed.percentage, changed.code, changed.version], ['10', null, 2]);
    await assert.rejects(
      call('update_tax_rate', { id: created.id, name: 'x', version: 1 }),
      refused('version_conflict'),
    );
  });

  test('what is not taxed has a rate of zero, and a period ends after it begins', async () => {
    const at =
      (pointer: string) =>
      ({ errors }: Wire) =>
        assert.equal(errors[0].pointer, pointer);
    assert.equal((await create({ percentage: '0' })).category, 'Z');
    await assert.rejects(create({ category: 'E' }), refused('validation_failed', at('/percentage')));
    const turned = { valid_from: '2026-02-01', valid_to: '2026-01-01' };
    await assert.rejects(create(turned), refused('validation_failed', at('/valid_to')));
    await assert.rejects(create({ percentage: '1001' }), refused('validation_failed', at('/percentage')));
    const receivable = (await call('list_accounts', { limit: 100 })).data.find(({ code }: Wire) => code === '1100');
    await assert.rejects(
      create({ payable_account_id: receivable.id }),
      refused('validation_failed', at('/payable_account_id')),
    );
  });

  test('stand still once something was taxed with them', async () => {
    const rate = await create();
    assert.equal(await use(rate), 19_000_000n);
    assert.equal((await call('get_tax_rate', { id: rate.id })).is_used, true);
    for (const change of [{ percentage: '20' }, { kind: 'withholding' }, { compound: true }]) {
      await assert.rejects(call('update_tax_rate', { id: rate.id, ...change }), refused('tax_rate_used'));
    }
    assert.equal((await call('update_tax_rate', { id: rate.id, percentage: '19', name: 'Same' })).name, 'Same');
    assert.equal(await use(rate), 19_000_000n);
  });

  test('one that changes while it is charged for the first time is charged as it became', async () => {
    const rate = await create();
    let times = 0;
    const charged = await use(rate, async () => {
      times += 1;
      if (times === 1) await call('update_tax_rate', { id: rate.id, percentage: '21' });
    });
    assert.deepEqual([charged, times], [21_000_000n, 2]);
    assert.equal((await call('get_tax_rate', { id: rate.id })).percentage, '21');
  });

  test('many first uses at once are none too many', async () => {
    const rate = await create();
    await Promise.all(Array.from({ length: 20 }, () => use(rate)));
    assert.equal((await call('get_tax_rate', { id: rate.id })).is_used, true);
  });

  test('one that products charge is archived only by naming what takes its place', async () => {
    const [old, next, gone] = [await create(), await create({ percentage: '20' }), await create()];
    await call('archive_tax_rate', { id: gone.id });
    const both = [old.id, next.id];
    const product = await call('create_product', { name: 'P', price: '1', tax_rate_ids: [old.id] });
    const other = await call('create_product', { name: 'Q', price: '1', tax_rate_ids: both });
    const category = await call('create_product_category', { name: 'C', purchase_tax_rate_ids: [old.id] });
    await assert.rejects(call('archive_tax_rate', { id: old.id }), refused('tax_rate_assigned'));
    for (const replacement_id of [old.id, gone.id]) {
      await assert.rejects(call('archive_tax_rate', { id: old.id, replacement_id }), refused('validation_failed'));
    }
    const foreign = (await call('list_tax_rates', {}, { as: rival })).data[0].id;
    await assert.rejects(call('archive_tax_rate', { id: old.id, replacement_id: foreign }), refused('not_found'));
    const archived = await call('archive_tax_rate', { id: old.id, replacement_id: next.id });
    assert.equal(archived.status, 'archived');
    assert.deepEqual((await call('get_product', { id: product.id })).tax_rate_ids, [next.id]);
    assert.deepEqual((await call('get_product', { id: other.id })).tax_rate_ids, [next.id]);
    const { purchase_tax_rate_ids } = await call('get_product_category', { id: category.id });
    assert.deepEqual(purchase_tax_rate_ids, [next.id]);
    await assert.rejects(call('archive_tax_rate', { id: old.id }), refused('invalid_state_transition'));
    assert.equal((await call('restore_tax_rate', { id: old.id })).status, 'active');
    await assert.rejects(call('restore_tax_rate', { id: old.id }), refused('invalid_state_transition'));
  });

  test('a product never gets a rate that is being archived', async () => {
    for (let round = 0; round < 8; round += 1) {
      const rate = await create();
      const [archiving, charging] = await Promise.allSettled([
        call('archive_tax_rate', { id: rate.id }),
        call('create_product', { name: 'Race', price: '1', tax_rate_ids: [rate.id] }),
      ]);
      assert.notEqual(archiving.status, charging.status);
    }
  });
});

describe('a new organisation', () => {
  test('has the rates of its country, zero, those that say why there is no tax, and none at all', async () => {
    const finland = await world.found('Suomi', { country: 'FI', currency: 'EUR', timezone: 'Europe/Helsinki' });
    const { data } = await call('list_tax_rates', {}, { as: finland });
    const shown = data.map(({ name, percentage, category, code }: Wire) =>
      [name, percentage, category, code].join(' '),
    );
    assert.deepEqual(shown.slice(0, 3), [
      'ALV 25.5% 25.5 S standard',
      'ALV 13.5% 13.5 S reduced',
      'ALV 10% 10 S reduced_2',
    ]);
    assert.deepEqual(shown.slice(3).toSorted(), [
      'ALV 0% 0 Z zero',
      'Exempt 0 E exempt',
      'No tax 0 O none',
      'Reverse charge 0 AE reverse_charge',
    ]);
  });

  test('of a country whose taxes depend on more than the country has none to charge', async () => {
    const states = await world.found('States', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
    const { data } = await call('list_tax_rates', {}, { as: states });
    assert.deepEqual(
      data.map(({ name, percentage }: Wire) => [name, percentage]),
      [['No tax', '0']],
    );
  });

  test('of the European Union is known, the standard rate first and within the law', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    for (const country of union) {
      const rates = vatRates[country]?.rates.map(Number) ?? [];
      assert.ok((rates[0] ?? 0) >= 15, country);
      assert.deepEqual(
        rates,
        rates.toSorted((left, right) => right - left),
        country,
      );
    }
  });
});
