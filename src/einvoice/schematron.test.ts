import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyFacts } from '../../test/support/einvoice/any-facts.ts';
import { richFacts, richOptions } from '../../test/support/einvoice/rich.ts';
import { faultsBySchematron, findSchematron } from '../../test/support/einvoice/schematron.ts';
import { ciiOf } from './cii.ts';
import { invoiceOf } from './invoice-of.ts';
import type { Invoice } from './model.ts';
import { ublOf } from './ubl.ts';

const schematron = findSchematron(process.env['DAYBOOK_SCHEMATRON']);
const runs = 200;

test('whatever a sale can come to passes the official rules of EN 16931', (context) => {
  if (typeof schematron === 'string') {
    context.skip(schematron);
    return;
  }
  const invoices = [
    invoiceOf(richFacts(), { profile: 'en16931', ...richOptions }),
    ...fc.sample(anyFacts, runs).map((facts) => invoiceOf(facts, { profile: 'en16931' })),
  ].map(({ invoice }) => invoice);
  assert.deepEqual(faultsBySchematron(schematron.ubl, written(invoices, ublOf)), []);
  assert.deepEqual(faultsBySchematron(schematron.cii, written(invoices, ciiOf)), []);
});

function written(invoices: readonly Invoice[], write: (invoice: Invoice) => string): ReadonlyMap<string, string> {
  return new Map(invoices.map((invoice, index) => [`invoice-${index}`, write(invoice)]));
}
