import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../../../test/support/world.ts';
import { languagesWith } from '../../messages/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { eInvoiceFormats } from '../../wire/index.ts';

const world = await createWorld();
const { call } = world;

const readiness = (as: Actor, input = {}): Promise<Wire> => call('get_organization_readiness', input, { as });
const stateOf = ({ items }: Wire, code: string) => items.find((item: Wire) => item.code === code)?.state;
const missing = ({ items }: Wire): string[] =>
  items.filter(({ state }: Wire) => state === 'missing').map(({ code }: Wire) => code);

const whole = {
  legal_name: 'Grün GmbH',
  address: { line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10999', country: 'DE' },
  tax_ids: [{ type: 'eu_vat', value: 'DE123456788' }],
  bank_account: { iban: 'DE02120300000000202051' },
  email: 'rechnung@example.com',
  phone: '+49 30 5550142',
};

describe('a new business', () => {
  test('is told what an invoice lacks, and is ready once each item was changed where it says', async () => {
    const owner = await world.found('Grün', { country: 'DE' });
    const before = await readiness(owner);
    assert.equal(before.ready, false);
    assert.deepEqual(missing(before), ['address', 'tax_number', 'bank_account', 'first_client']);
    assert.equal(stateOf(before, 'logo'), 'recommended');
    await call('update_organization', whole, { as: owner });
    assert.deepEqual(missing(await readiness(owner)), ['first_client']);
    await shopOf(world, owner).client();
    const after = await readiness(owner);
    assert.deepEqual([after.ready, missing(after)], [true, []]);
    assert.equal(stateOf(after, 'legal_name'), 'done');
  });

  test('is asked for a tax number only where its country names it on invoices', async () => {
    const american = await world.found('Elm', { country: 'US', currency: 'USD' });
    assert.equal(stateOf(await readiness(american), 'tax_number'), undefined);
    assert.equal(stateOf(await readiness(american), 'e_invoice_format'), undefined);
  });

  test('has invoices once one has been issued, and not while it is a draft', async () => {
    const owner = await world.found('Erste', { country: 'DE' });
    const shop = shopOf(world, owner);
    const { id: sale } = await shop.sold('119.00');
    const { id } = await shop.keyed('create_document', { type: 'invoice', sale_id: sale });
    assert.equal((await readiness(owner)).has_invoices, false);
    await shop.keyed('issue_document', { id });
    assert.equal((await readiness(owner)).has_invoices, true);
  });

  test('whose clients are all archived has none to invoice', async () => {
    const owner = await world.found('Leer');
    const { id } = await shopOf(world, owner).client();
    assert.equal(stateOf(await readiness(owner), 'first_client'), 'done');
    await call('archive_client', { id }, { as: owner });
    assert.equal(stateOf(await readiness(owner), 'first_client'), 'missing');
  });
});

test('every item names an operation and a field that it has', async () => {
  const owner = await world.found('Felder', { country: 'DE' });
  await call('update_organization', { e_invoicing: { format: 'xrechnung-ubl' } }, { as: owner });
  const { items } = await readiness(owner);
  for (const { change_with, pointer } of items) {
    const schema = JSON.stringify(
      z.toJSONSchema(operationNamed(change_with).input, { io: 'input', unrepresentable: 'any' }),
    );
    const [, field = '', inner = field] = pointer.split('/');
    assert.ok(schema.includes(`"${field}"`) && schema.includes(`"${inner}"`), `${change_with} ${pointer}`);
  }
});

test('every language says it in words of its own', async () => {
  const owner = await world.found('Worte', { country: 'DE' });
  const [english, ...others] = await Promise.all(
    languagesWith('readiness')
      .toSorted((one) => (one === 'en' ? -1 : 1))
      .map((language) => readiness(owner, { language })),
  );
  assert.ok(others.length >= 7);
  for (const { language, items } of others) {
    for (const [index, { why }] of items.entries()) assert.notEqual(why, english.items[index].why, language);
  }
  assert.equal((await readiness(owner, { language: 'tlh' })).language, 'en');
});

describe('what issuing refuses of the seller', () => {
  const gaps: readonly (readonly [string, object])[] = [
    ['nothing', {}],
    ['the address', { address: null }],
    ['the post code', { address: { postal_code: null } }],
    ['the country of the address', { address: { country: null } }],
    ['the tax number', { tax_ids: [] }],
    ['the account', { bank_account: null }],
    ['mail and telephone', { email: null, phone: null }],
    ['the telephone', { phone: null }],
  ];

  for (const [what, gap] of gaps) {
    test(`is missing here by the same codes and fields: without ${what}`, async () => {
      const owner = await world.found(`Ohne ${what}`, { country: 'DE' });
      const shop = shopOf(world, owner);
      await call('update_organization', { ...whole, e_invoicing: reachable }, { as: owner });
      await call('update_organization', gap, { as: owner });
      const rate = await shop.tax('19');
      const client = await shop.client(takesAll);
      const lines = [{ name: 'Beratung', quantity: '1', unit_price: '100', tax_rate_ids: [rate] }];
      const draft = await call('create_document', { type: 'invoice', client_id: client.id, lines }, { as: owner });
      let count = 0;
      for (const format of eInvoiceFormats) {
        await call('update_client', { id: client.id, e_invoicing: { format } }, { as: owner });
        const { items } = await readiness(owner);
        const told = items.filter(({ hint }: Wire) => hint !== null).map(placed);
        count += told.length;
        assert.deepEqual(told.toSorted(), (await refusedAtIssue(owner, draft.id)).toSorted(), format);
      }
      assert.equal(count > 0, what !== 'nothing', 'control');
    });
  }

  test('is nothing for who sends no e-invoices', async () => {
    const owner = await world.found('Papier', { country: 'DE' });
    const { items } = await readiness(owner);
    assert.ok(items.every(({ hint }: Wire) => hint === null));
  });
});

/** Peppol takes no mail address. */
const reachable = { contact_name: 'Buchhaltung', address: { scheme: '9930', value: 'DE123456788' } };

const takesAll = {
  billing_address: { line1: 'Ring 1', city: 'Bonn', postal_code: '53111', country: 'DE' },
  email: 'amt@example.com',
  e_invoicing: { address: { scheme: '0204', value: '991-01234-44' }, buyer_reference: '991-01234-44' },
};

const placed = ({ code, pointer }: Wire): string => `${code} ${pointer}`;

/** Refusals of issuing that concern the organisation, from a rolled-back attempt. */
async function refusedAtIssue(as: Actor, id: string): Promise<string[]> {
  try {
    await call('issue_document', { id }, { as, key: randomUUID(), dryRun: true });
    return [];
  } catch (thrown) {
    const found: string[] = [];
    refused('e_invoice_incomplete', ({ errors }) => {
      const own = errors.filter(({ change_with: change }: Wire) => change === 'update_organization');
      found.push(...own.map(({ code, pointer }: Wire) => `${code} ${pointer.replace('/organization', '')}`));
    })(thrown);
    return found;
  }
}
