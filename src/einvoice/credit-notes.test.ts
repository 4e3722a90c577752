/** Credit notes of every shape are e-invoices by our own rules, and by the official ones where they are at hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../test/support/dose.ts';
import { creditedOf } from '../../test/support/einvoice/credited.ts';
import { faultsBySchematron, findSchematron } from '../../test/support/einvoice/schematron.ts';
import { shopOf } from '../../test/support/sales-shop.ts';
import { createWorld } from '../../test/support/world.ts';
import type { Decimal } from '../core/decimal.ts';
import { readInvoice } from './read.ts';

const world = await createWorld();
world.setNow('2026-03-02T10:00:00.000Z');
const { creditNotes, eInvoice } = await creditedOf(world, shopOf(world));
const notes = await creditNotes();
const syntaxes = { ubl: 'en16931-ubl', cii: 'en16931-cii' } as const;

async function written(profile: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [shape, note] of notes) {
    const { content } = await eInvoice(note, profile);
    files.set(shape.replaceAll(' ', '-'), content);
  }
  return files;
}

const amountOf = ({ units, scale }: Decimal) => (Number(units) / 10 ** scale).toFixed(2);

test(
  'a credit note of every shape is an e-invoice that names its invoice and comes to what it says',
  longTest,
  async () => {
    for (const profile of Object.values(syntaxes)) {
      const files = await written(profile);
      for (const [shape, note] of notes) {
        const { invoice } = readInvoice(Buffer.from(files.get(shape.replaceAll(' ', '-')) ?? ''));
        const { number } = await world.call('get_document', { id: note.corrects_document_id });
        assert.deepEqual([invoice.number, invoice.corrects.map((one) => one.number)], [note.number, [number]], shape);
        // The standard knows no tax that the buyer keeps: it is paid already there, and off the total here.
        const { gross, due } = invoice.totals;
        assert.equal(amountOf(shape.startsWith('withheld') ? due : gross), note.total, shape);
      }
    }
  },
);

test('they pass the official rules of EN 16931 in both syntaxes', async (context) => {
  const schematron = findSchematron(process.env['DAYBOOK_SCHEMATRON']);
  if (typeof schematron === 'string') {
    context.skip(schematron);
    return;
  }
  // All of them first: meanwhile the rules let nothing else happen here, and the database hangs up.
  const every = { ubl: await written(syntaxes.ubl), cii: await written(syntaxes.cii) };
  for (const syntax of ['ubl', 'cii'] as const) {
    const files = every[syntax];
    assert.ok(files.size > 40, `${files.size} credit notes in ${syntax}`);
    assert.deepEqual(faultsBySchematron(schematron[syntax], files), []);
    const spoiled = [...files].slice(0, 1).map(([shape, xml]) => [shape, xml.replaceAll('EUR', 'EUX')] as const);
    assert.notDeepEqual(faultsBySchematron(schematron[syntax], new Map(spoiled)), [], 'control');
  }
});
