import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { needing, pdfText } from '../../test/support/pdf-tools.ts';
import { openPool } from './pool.ts';
import { reportJob } from './report.ts';
import type { ReportFacts, ReportRow } from './report-facts.ts';
import { plainTemplate } from './template.ts';

const pool = openPool({ size: 1, namespace: 'where_possible' });
const folder = mkdtempSync(join(tmpdir(), 'reports-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const withTools = needing('qpdf', 'pdfinfo', 'pdftotext');

function facts(rows: number): ReportFacts {
  const accounts = Array.from({ length: rows }, (_, index): ReportRow => {
    return { kind: 'row', level: 1, cells: [`${4000 + index} Sales ${index}`, '12,345.00', '11,020.50'] };
  });
  return {
    organization: 'Studio Lindqvist',
    language: 'en',
    title: 'Profit and loss',
    subtitle: '1 January – 31 March 2026',
    remarks: ['EUR', 'Accrual basis'],
    figures: [
      { label: 'Revenue', value: '€128,400.00', detail: '+12% on the year before' },
      { label: 'Profit', value: '€41,930.20', detail: null },
    ],
    chart: {
      kind: 'lying',
      heading: 'Where it went',
      alt: 'Where it went: 2 bars',
      bars: [
        { label: 'Revenue', value: '128,400.00', size: 128_400 },
        { label: 'Loss', value: '-41,930.20', size: -41_930.2 },
      ],
    },
    columns: [
      { label: 'Account', kind: 'text', grows: true },
      { label: '2026', kind: 'number', grows: false },
      { label: '2025', kind: 'number', grows: false },
    ],
    rows: [
      { kind: 'heading', level: 0, cells: ['Income', '', ''] },
      ...accounts,
      { kind: 'total', level: 0, cells: ['Profit', '41,930.20', '38,001.10'] },
    ],
    made: 'Made on 2 April 2026 by Ana',
  };
}

test('a report is accessible, and its head is on every page', withTools, async () => {
  const output = { kind: 'pdf', standard: 'ua-1', createdAt: 0 } as const;
  const { bytes, pages } = await pool.render(
    reportJob({ organization: 'o', facts: facts(70), template: plainTemplate, output }),
  );
  const path = join(folder, 'report.pdf');
  writeFileSync(path, bytes);
  assert.equal(spawnSync('qpdf', ['--check', path]).status, 0);
  assert.match(spawnSync('pdfinfo', ['-meta', path], { encoding: 'utf8' }).stdout, /pdfuaid:part>1</);
  assert.ok(pages >= 3);
  for (let page = 1; page <= pages; page += 1) {
    const args = ['-layout', '-f', String(page), '-l', String(page), path, '-'];
    const text = spawnSync('pdftotext', args, { encoding: 'utf8' }).stdout;
    assert.match(text, /ACCOUNT\s+2026\s+2025/);
    assert.match(text, new RegExp(`Page ${page} of ${pages}`));
  }
});

test('a chart of days stands, whatever is in it', withTools, async () => {
  const output = { kind: 'pdf', standard: 'ua-1', createdAt: 0 } as const;
  const sizes = [[0, 0], [1, -2, 3], Array.from({ length: 60 }, (_, index) => index - 20), [-5, -1]];
  for (const all of sizes) {
    const bars = all.map((size, index) => ({ label: `Day ${index}`, value: String(size), size }));
    const chart = { kind: 'standing', heading: 'Net', alt: 'Net by day', bars } as const;
    const job = reportJob({ organization: 'o', facts: { ...facts(2), chart }, template: plainTemplate, output });
    const { bytes, pages } = await pool.render(job);
    assert.equal(pages, 1);
    assert.match(pdfText(bytes), /Day 0/);
  }
});
