import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyFacts } from '../../test/support/einvoice/any-facts.ts';
import { richFacts, richOptions } from '../../test/support/einvoice/rich.ts';
import { faultsBySchematron, findSchematron } from '../../test/support/einvoice/schematron.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { profileFacts, profiles, type Syntax } from './profile.ts';

const schematron = findSchematron(process.env['DAYBOOK_SCHEMATRON']);
const runs = 250;

test('whatever a sale can come to passes the official rules of EN 16931, in every profile and syntax', (context) => {
  if (typeof schematron === 'string') {
    context.skip(schematron);
    return;
  }
  const sampled = fc.sample(fc.record({ facts: anyFacts, profile: fc.constantFrom(...profiles) }), runs);
  const all = [{ facts: richFacts(), profile: 'en16931', ...richOptions } as const, ...sampled];
  const written = (syntax: Syntax): ReadonlyMap<string, string> =>
    new Map(
      all.flatMap(({ facts, ...options }, index) => {
        if (!profileFacts[options.profile].syntaxes.includes(syntax)) return [];
        const { xml } = eInvoiceOf(facts, { ...options, syntax });
        return xml === null ? [] : [[`${options.profile}-${index}`, xml] as const];
      }),
    );
  for (const syntax of ['ubl', 'cii'] as const) {
    const files = written(syntax);
    assert.ok(files.size > runs / 4, `${files.size} invoices in ${syntax}`);
    assert.deepEqual(faultsBySchematron(schematron[syntax], files), []);
  }
});
