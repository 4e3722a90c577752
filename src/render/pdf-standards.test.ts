/** The rules of PDF/A-3 and PDF/UA that can be computed hold in every design, type and language. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dose, longTest } from '../../test/support/dose.ts';
import { readPdf } from '../../test/support/pdf-file.ts';
import { accessibleFaults, archiveFaults } from '../../test/support/pdf-standards.ts';
import { needing } from '../../test/support/pdf-tools.ts';
import { designNames } from './designs.ts';
import { documentJob } from './document.ts';
import type { DocumentFacts } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import { labelLanguages } from './labels.ts';
import { openPool } from './pool.ts';
import { sampleFacts, sampleLogo, swissSample } from './samples.ts';
import { fullFacts } from './samples-full.ts';
import { Template } from './template.ts';

const pool = openPool({ size: 2, namespace: 'where_possible' });
const folder = mkdtempSync(join(tmpdir(), 'standards-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const withTools = needing('qpdf');
const types: readonly DocumentType[] = [
  ...(['invoice', 'deposit_invoice', 'receipt', 'quote', 'proforma'] as const),
  ...(['credit_note', 'debit_note', 'delivery_note', 'statement'] as const),
];
const invoiceXml = {
  name: 'factur-x.xml',
  mime: 'text/xml',
  relationship: 'alternative',
  description: 'Factur-X',
  bytes: Buffer.from('<Invoice/>'),
} as const;

async function faultsOf(facts: DocumentFacts, template: object): Promise<string[]> {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 } as const;
  const attachments = facts.type === 'invoice' ? [invoiceXml] : [];
  const look = { template: Template.parse(template), logo: sampleLogo, attachments };
  const { bytes } = await pool.render(documentJob({ organization: 'o', facts, ...look, output }));
  const path = join(folder, 'page.pdf');
  writeFileSync(path, bytes);
  const file = readPdf(path);
  return [...archiveFaults(file, Buffer.from(bytes)), ...accessibleFaults(file)];
}

describe('the pages are PDF/A-3a, and accessible, as far as that can be computed:', withTools, () => {
  for (const design of dose(designNames)) {
    test(`${design}, every type`, async () => {
      for (const type of types) {
        // One after the other: they share a file and the renderers.
        // oxlint-disable-next-line eslint/no-await-in-loop
        assert.deepEqual(await faultsOf(fullFacts(type, 'de'), { design }), [], type);
      }
    });
  }

  test('a landscape page with margins and colours of its own, in every design', async () => {
    const look = { orientation: 'landscape', margins: { left: 30, top: 12 }, colors: { accent: '#ffd84d' } };
    for (const design of designNames) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      assert.deepEqual(await faultsOf(fullFacts('invoice', 'de'), { design, ...look }), [], design);
    }
  });

  test('every language', longTest, async () => {
    for (const language of labelLanguages) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      assert.deepEqual(await faultsOf(sampleFacts('invoice', language), {}), [], language);
    }
  });

  test('a till receipt, and an invoice with a Swiss bill', async () => {
    assert.deepEqual(await faultsOf(sampleFacts('receipt', 'en'), { paper: 'receipt_80mm' }), []);
    assert.deepEqual(await faultsOf(swissSample('de'), {}), []);
  });
});

test('a file that misses a rule is told of', withTools, async () => {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
  const look = { template: Template.parse({}), logo: null };
  const facts = sampleFacts('invoice', 'en');
  const { bytes } = await pool.render(documentJob({ organization: 'o', facts, ...look, output }));
  const path = join(folder, 'other.pdf');
  // Each as long as what it takes the place of, so that nothing moves.
  for (const [was, is, clause] of [
    ['/Marked true', '/Marked null', '6.7.2 marked'],
    ['/GTS_PDFA1', '/GTS_PDFX1', '6.2.2 output intent'],
    ['/ToUnicode', '/ToUnicoda', '6.2.11.7 letters map to Unicode'],
    ['/FontFile', '/FontFila', '6.2.11.4 fonts are inside'],
    ['/DisplayDocTitle true', '/DisplayDocTitle null', '7.1 the title is shown'],
    ['/S /Table', '/S /Tabla', '7.1 the usual roles'],
  ] as const) {
    const changed = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(was, is), 'latin1');
    writeFileSync(path, changed);
    const file = readPdf(path);
    assert.ok([...archiveFaults(file, changed), ...accessibleFaults(file)].includes(clause), clause);
  }
});
