import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dose, longTest } from '../../test/support/dose.ts';
import { needing, run } from '../../test/support/pdf-tools.ts';
import { designNames } from './designs.ts';
import { type Attachment, documentJob, type DocumentOrder } from './document.ts';
import type { DocumentFacts } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import { formatFor } from './format.ts';
import { openPool } from './pool.ts';
import type { Rendered } from '../operation/renderer.ts';
import { sampleFacts, sampleLogo } from './samples.ts';
import { fullFacts } from './samples-full.ts';
import { Template } from './template.ts';

const pool = openPool({ size: 2, namespace: 'where_possible' });
const folder = mkdtempSync(join(tmpdir(), 'documents-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

type Options = Partial<Pick<DocumentOrder, 'logo' | 'attachments' | 'output'>> & { readonly template?: object };

function render(facts: DocumentFacts, { template = {}, ...rest }: Options = {}): Promise<Rendered> {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 } as const;
  return pool.render(
    documentJob({ organization: 'o', facts, template: Template.parse(template), logo: sampleLogo, output, ...rest }),
  );
}

const withTools = needing('qpdf', 'pdftotext', 'pdffonts');

function saved({ bytes }: Rendered): string {
  const path = join(folder, 'document.pdf');
  writeFileSync(path, bytes);
  return path;
}

/** Sound, tagged, without scripts, and with every font inside. */
function checkSound(path: string): void {
  run('qpdf', '--check', path);
  const info = run('pdfinfo', path);
  assert.match(info, /Tagged:\s+yes/);
  assert.match(info, /JavaScript:\s+no/);
  const fonts = run('pdffonts', path)
    .split('\n')
    .slice(2)
    .filter((line) => line !== '');
  assert.ok(fonts.length > 0);
  for (const font of fonts) assert.match(font, / yes yes yes /, `not embedded, subset and mapped to text: ${font}`);
}

/** Spaces and line ends are the extractor's guess. */
const squeezed = (text: string): string => text.replaceAll(/[\s\u200b\u2066-\u2069]/g, '');

for (const design of dose(designNames)) {
  test(
    `${design}: an invoice in English, German, Japanese and Arabic is sound and says its figures`,
    withTools,
    async () => {
      for (const language of ['en', 'de', 'ja', 'ar']) {
        const facts = sampleFacts('invoice', language);
        const path = saved(await render(facts, { template: { design } }));
        checkSound(path);
        const text = squeezed(run('pdftotext', '-layout', path, '-'));
        const format = formatFor(language, facts.currency, 'long');
        assert.ok(text.includes('2026-0401'));
        for (const minor of [...facts.lines.map(({ net }) => net), facts.totals.due]) {
          assert.ok(text.includes(squeezed(format.amount(minor))), `${language}: ${format.amount(minor)}`);
        }
      }
    },
  );

  test(`${design}: every type of document is set, on A4 and on Letter`, withTools, async () => {
    const types: readonly DocumentType[] = [
      ...(['deposit_invoice', 'receipt', 'quote', 'proforma', 'credit_note'] as const),
      ...(['debit_note', 'delivery_note', 'statement'] as const),
    ];
    for (const [index, type] of types.entries()) {
      const paper = index % 2 === 0 ? 'a4' : 'letter';
      const made = await render(sampleFacts(type, 'en'), { template: { design, paper }, logo: null });
      const info = run('pdfinfo', saved(made));
      assert.match(info, paper === 'a4' ? /\(A4\)/ : /\(letter\)/);
    }
  });
}

type Word = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly foot: number;
};

/** Words of each page with their places in points, and the size of the page. */
function wordsOf(path: string): { readonly width: number; readonly height: number; readonly words: Word[] }[] {
  const pages = run('pdftotext', '-bbox', path, '-').split('<page ').slice(1);
  return pages.map((page) => {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
    const words = [...page.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*)<\/word>/g)];
    return {
      width: Number(width),
      height: Number(height),
      words: words.map(([, x, y, right, foot, text = '']) => {
        return { text, x: Number(x), y: Number(y), right: Number(right), foot: Number(foot) };
      }),
    };
  });
}

const pointsPerMm = 72 / 25.4;
/** Blanks at the end of a line stand beyond it. */
const slackPt = 6;
const touchPt = 2;
/** The box of a word is higher than its letters. */
const emptyShare = 0.25;
/** The head of later pages stands in their margin. */
const headShare = 0.4;

function overlap(one: Word, other: Word): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.x, other.x);
  const empty = (word: Word) => (word.foot - word.y) * emptyShare;
  const top = Math.max(one.y + empty(one), other.y + empty(other));
  const foot = Math.min(one.foot - empty(one), other.foot - empty(other));
  return across > touchPt && foot > top;
}

const margins = [
  { orientation: 'portrait', margins: { top: 45, right: 40, bottom: 45, left: 40 } },
  { orientation: 'portrait', margins: { left: 8, right: 8, top: 8, bottom: 8 } },
  { orientation: 'landscape', margins: {} },
  { orientation: 'landscape', margins: { top: 25, right: 40, bottom: 25, left: 40 } },
] as const;

for (const design of dose(designNames)) {
  test(`${design}: a page keeps its orientation and its margins, and nothing lies on anything`, withTools, async () => {
    for (const layout of margins) {
      for (const language of ['de', 'ar']) {
        const path = saved(await render(fullFacts('invoice', language, 5), { template: { design, ...layout } }));
        const said = JSON.stringify({ language, ...layout });
        const { top = 0, right = 0, bottom = 0, left = 0 }: Template['margins'] = layout.margins;
        for (const { width, height, words } of wordsOf(path)) {
          assert.equal(width > height, layout.orientation === 'landscape', said);
          const outside = words.find(
            (word) =>
              word.x < left * pointsPerMm - slackPt ||
              word.right > width - right * pointsPerMm + slackPt ||
              word.foot > height - bottom * pointsPerMm + slackPt ||
              word.foot < top * pointsPerMm * headShare,
          );
          assert.equal(outside, undefined, said);
          const pairs = words.flatMap((one, at) => words.slice(at + 1).filter((other) => overlap(one, other)));
          assert.deepEqual(pairs, [], said);
        }
      }
    }
  });
}

test('totals, payment and thanks are on the last page, with lines above', { ...withTools, ...longTest }, async () => {
  for (const design of designNames) {
    const made = await render(sampleFacts('invoice', 'en', 200), { template: { design } });
    const last = run('pdftotext', '-layout', '-f', String(made.pages), saved(made), '-');
    for (const said of [/^ *200 /m, /Amount due/, /IBAN|iban/, /Thank you/]) assert.match(last, said, design);
  }
});

test('how to pay stands on the page of the totals, however many lines', { ...withTools, ...longTest }, async () => {
  const counts = [4, 5, 6, 8, 10, 12, 14];
  const all = designNames.flatMap((design) => counts.map((count) => ({ design, count })));
  const made = await Promise.all(
    all.map(({ design, count }) => render(sampleFacts('invoice', 'en', count), { template: { design } })),
  );
  for (const [index, rendered] of made.entries()) {
    const pages = run('pdftotext', '-layout', saved(rendered), '-').split('\f');
    const pageOf = (words: RegExp) => pages.findIndex((page) => words.test(page));
    const { design, count } = all[index] ?? {};
    assert.ok(pageOf(/Subtotal/) >= 0, `${design} of ${count} lines`);
    assert.equal(pageOf(/Pay by bank transfer/), pageOf(/Subtotal/), `${design} of ${count} lines`);
  }
});

test(
  'what a credit note corrects breaks between number and date, and inside neither',
  { ...withTools, ...longTest },
  async () => {
    const issued = '2026-09-22';
    for (const design of designNames) {
      for (const language of ['en', 'de', 'es'] as const) {
        const { references, ...facts } = sampleFacts('credit_note', language, 2);
        const corrects = [{ number: 'INV-2026-00001', issued, reason: null }];
        // One after the other, since a page is saved in one place.
        // oxlint-disable-next-line eslint/no-await-in-loop
        const made = await render({ ...facts, references: { ...references, corrects } }, { template: { design } });
        const rows = run('pdftotext', '-layout', saved(made), '-').split('\n').map(squeezed);
        for (const whole of [/INV-2026-00001/, /\([^()]*22[^()]*2026\)/]) {
          assert.ok(
            rows.some((row) => whole.test(row)),
            `${design}, ${language}: ${whole}`,
          );
        }
      }
    }
  },
);

test('a page that runs from the right has the units of its figures below each other', withTools, async () => {
  const facts = sampleFacts('invoice', 'ar', 30);
  const format = formatFor('ar', facts.currency, 'long');
  const told = new Set([...facts.lines.map(({ net }) => net), facts.lines[0]?.net ?? 0n].map(format.amount));
  const words = run('pdftotext', '-bbox', saved(await render(facts)), '-');
  const ends = [...words.matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">([\d.,]+)</g)]
    .filter(([, start, , word = '']) => Number(start) < 100 && told.has(word))
    .map(([, , end]) => Number(end));
  assert.ok(ends.length >= 30);
  assert.ok(Math.max(...ends) - Math.min(...ends) < 0.2, String([...new Set(ends)]));
});

test('two hundred lines break over pages with their heads, and their totals are carried', withTools, async () => {
  const facts = sampleFacts('invoice', 'en', 200);
  const made = await render(facts);
  const path = saved(made);
  const format = formatFor('en', 'EUR', 'long');
  const sums = facts.lines.map((_, at) => facts.lines.slice(0, at + 1).reduce((sum, { net }) => sum + net, 0n));
  let carried: string | undefined;
  let last = 0;
  for (let page = 1; last < 200; page += 1) {
    const text = run('pdftotext', '-layout', '-f', String(page), '-l', String(page), path, '-');
    assert.match(text, new RegExp(`Page ${page} of ${made.pages}`));
    assert.match(text, /DESCRIPTION\s+QTY\s+UNIT PRICE/);
    assert.equal(/Brought forward\s+([\d,.]+)/.exec(text)?.[1], carried, `page ${page}`);
    const numbers = [...text.matchAll(/^ {0,6}(\d{1,3}) {2,}\S/gm)].map(([, number]) => Number(number));
    assert.ok(numbers.length >= 2, 'less than two lines on a page');
    last = numbers.at(-1) ?? 0;
    carried = /Carried forward\s+([\d,.]+)/.exec(text)?.[1];
    if (last < 200) assert.equal(carried, format.amount(sums[last - 1] ?? 0n), `page ${page}`);
    else assert.match(text, /Amount due\s+€621,758\.40/);
  }
  assert.equal(carried, undefined);
});

test('the same document gives the same bytes, in another process too', async () => {
  const facts = sampleFacts('invoice', 'ja', 12);
  const first = await render(facts);
  const again = await Promise.all([render(facts), render(facts), render(facts)]);
  assert.deepEqual(
    again.map(({ sha256 }) => sha256),
    again.map(() => first.sha256),
  );
});

test('a till receipt is 80 mm wide and as long as it needs to be', withTools, async () => {
  const short = await render(sampleFacts('receipt', 'en', 1), { template: { paper: 'receipt_80mm' } });
  const long = await render(sampleFacts('receipt', 'en', 40), { template: { paper: 'receipt_80mm' } });
  const height = (made: Rendered): number =>
    Number(/Page size:\s+226\.77\d* x ([\d.]+)/.exec(run('pdfinfo', saved(made)))?.[1]);
  assert.equal(long.pages, 1);
  assert.ok(height(long) > height(short) + 500);
});

test('the code on an invoice is read back by a scanner', needing('zbarimg'), async () => {
  const path = saved(await render(sampleFacts('invoice', 'de')));
  run('pdftoppm', '-r', '150', '-png', '-singlefile', path, join(folder, 'page'));
  const read = run('zbarimg', '-q', '--raw', join(folder, 'page.png'));
  assert.match(read, /^BCD\n002\n1\nSCT\nCOBADEFFXXX\nStudio Lindqvist GmbH\nDE89370400440532013000\nEUR9288\.60\n/);
});

test('an e-invoice lies inside its page, byte for byte', withTools, async () => {
  const xml = '<?xml version="1.0"?><Invoice>ä</Invoice>';
  const attachment: Attachment = {
    name: 'factur-x.xml',
    mime: 'text/xml',
    relationship: 'alternative',
    description: 'Factur-X',
    bytes: Buffer.from(xml),
  };
  const path = saved(await render(sampleFacts('invoice', 'en'), { attachments: [attachment] }));
  checkSound(path);
  run('pdfdetach', '-save', '1', '-o', join(folder, 'out.xml'), path);
  assert.equal(readFileSync(join(folder, 'out.xml'), 'utf8'), xml);
  assert.throws(() => documentJobNamed('../x.xml', attachment), RangeError);
});

function documentJobNamed(name: string, attachment: Attachment): unknown {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
  const attachments = [{ ...attachment, name }];
  const facts = sampleFacts('invoice', 'en');
  return documentJob({ organization: 'o', facts, template: Template.parse({}), logo: null, attachments, output });
}

test('names with pictographs, odd scripts and markup are set as they can be', withTools, async () => {
  const facts = sampleFacts('invoice', 'en');
  const name = '#panic("x") $x$ *a* _b_ <c> @d \\ `e` 🍵 שלום 日本 简体 한국 ไทย हिन्दी ᚠ';
  const lines = facts.lines.map((line) => ({ ...line, name, description: `${name}\n[x](javascript:alert(1))` }));
  for (const design of designNames) {
    const text = run(
      'pdftotext',
      saved(await render({ ...facts, lines, texts: { ...facts.texts, note: name } }, { template: { design } })),
      '-',
    );
    assert.ok(squeezed(text).includes(squeezed('#panic("x") $x$ *a* _b_ <c> @d')), design);
  }
});

test('a preview is the same page as an SVG', async () => {
  const { bytes } = await render(sampleFacts('quote', 'fr'), { output: { kind: 'svg' } });
  assert.match(Buffer.from(bytes).toString('utf8', 0, 200), /^<svg /);
});

test('each page of an SVG lies on its own ground, and hides no other', longTest, async () => {
  for (const design of designNames) {
    const { bytes, pages } = await render(sampleFacts('invoice', 'de', 60), {
      template: { design },
      output: { kind: 'svg' },
    });
    const svg = Buffer.from(bytes).toString();
    const grounds = [...svg.matchAll(/^ {4}<path (?:transform="(.+?)" )?class="typst-shape" fill="/gm)].map(
      ([, place]) => place,
    );
    const contents = [...svg.matchAll(/^ {4}<g(?: transform="(.+?)")?>/gm)].map(([, place]) => place);
    assert.ok(pages > 1 && contents.length === pages, design);
    assert.deepEqual(grounds, contents, design);
  }
});

test('a document in any language that a client may have is set', async () => {
  for (const language of ['es-419', 'en-001', 'abcdefgh', 'und', 'zh-Hant-TW', 'sr-Latn-RS', 'de-DE-u-nu-arab']) {
    assert.equal((await render(sampleFacts('quote', language))).pages, 1, language);
  }
});
