/**
 * E-invoices that others published, those of the standard, of XRechnung, Peppol, Factur-X and ZUGFeRD: each becomes a
 * draft to the cent or is refused with a reason. Their licences keep them out of this repository, so that a folder of
 * them is named by DAYBOOK_EINVOICES.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { contentIn } from '../../../../test/support/uploading.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { minorDigits } from '../../../core/currency.ts';
import { keptEInvoice } from '../../../einvoice/kept.ts';
import { BusinessError } from '../../../operation/errors.ts';

const folder = process.env['DAYBOOK_EINVOICES'] ?? '';
const skip = folder === '' ? 'DAYBOOK_EINVOICES names no folder: official e-invoices left out' : false;

test('official e-invoices become drafts to the cent, or are refused with a reason', { skip }, async (context) => {
  const world = await createWorld();
  const { keyed } = createExpenseFixture(world);
  world.setNow('2026-11-23T12:00:00Z');
  await Promise.all(
    ['19', '7', '20', '25'].map((percentage) =>
      world.call('create_tax_rate', { name: `VAT ${percentage}`, percentage, category: 'S' }),
    ),
  );
  const outcomes = new Map<string, string[]>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(xml|pdf)$/i.test(name)) continue;
    // One after the other, as one sends them.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const outcome = await outcomeOf(name);
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
  }
  for (const [outcome, names] of outcomes) context.diagnostic(`${names.length} ${outcome}`);
  assert.deepEqual(outcomes.get('wrong') ?? [], []);
  assert.ok(outcomes.has('to the cent'), `no e-invoice of ${folder} is read`);

  async function outcomeOf(name: string): Promise<string> {
    const bytes = readFileSync(join(folder, name));
    const contentType = /\.pdf$/i.test(name) ? 'application/pdf' : 'application/xml';
    const eInvoice = keptEInvoice(bytes);
    const sha256 = await contentIn(world, world.ana, bytes, { contentType, eInvoice });
    const { currency = 'EUR', totals } = eInvoice.facts ?? {};
    const foreign = currency === 'EUR' ? {} : { exchange_rate: '1.5' };
    try {
      const { total } = await keyed('create_expense_from_file', { sha256, allow_duplicate: true, ...foreign });
      const asked = formatDecimal(BigInt(totals?.gross ?? 0), minorDigits(currency) ?? 2);
      return total === asked ? 'to the cent' : 'wrong';
    } catch (error) {
      if (!(error instanceof BusinessError)) throw new Error(`${name} is not read`, { cause: error });
      const { reason, errors } = error.details ?? {};
      assert.equal(error.kind.code, 'e_invoice_unreadable', `${name}: ${JSON.stringify(errors)}`);
      return `refused: ${String(reason)}`;
    }
  }
});
