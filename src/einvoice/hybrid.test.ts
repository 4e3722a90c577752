import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { documentJob } from '../render/document.ts';
import type { DocumentType } from '../render/document-type.ts';
import { openPool } from '../render/pool.ts';
import { sampleFacts } from '../render/samples.ts';
import { Template } from '../render/template.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { facturXFileName, markFacturX } from './factur-x.ts';
import { invoiceOf } from './invoice-of.ts';
import { readInvoice } from './read.ts';

const pool = openPool({ size: 1, namespace: 'where_possible' });
after(() => pool.close());

test('page and e-invoice of a document are one file, whose reader gets the document back', async () => {
  for (const type of ['invoice', 'credit_note'] satisfies DocumentType[]) {
    const facts = sampleFacts(type, 'de');
    const { xml, findings } = eInvoiceOf(facts, { profile: 'facturx' });
    assert.deepEqual(findings, []);
    const about = {
      name: facturXFileName,
      mime: 'text/xml',
      relationship: 'alternative',
      description: 'Factur-X',
    } as const;
    const job = documentJob({
      organization: 'o',
      facts,
      template: Template.parse({}),
      logo: null,
      attachments: [{ ...about, bytes: Buffer.from(xml ?? '') }],
      output: { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 },
    });
    const { bytes } = await pool.render(job);
    const { invoice, isHybrid } = readInvoice(markFacturX(bytes, { level: 'EN 16931', fileName: facturXFileName }));
    assert.ok(isHybrid);
    assert.deepEqual(invoice, invoiceOf(facts, { profile: 'facturx' }).invoice);
  }
});
