import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { longTest } from '../../test/support/dose.ts';
import { needing, run } from '../../test/support/pdf-tools.ts';
import { swissPayload } from '../core/swiss-qr.ts';
import { designNames } from './designs.ts';
import { documentJob } from './document.ts';
import type { DocumentFacts } from './facts.ts';
import { openPool } from './pool.ts';
import { messagesOf } from '../messages/index.ts';
import { swissLanguageOf } from './qr-bill-language.ts';
import type { Rendered } from '../operation/renderer.ts';
import { sampleFacts, sampleLogo, swissSample } from './samples.ts';
import { Template } from './template.ts';
import { swissBillOf, transferOf, transferPayload } from './transfer.ts';

const pool = openPool({ size: 2, namespace: 'where_possible' });
const folder = mkdtempSync(join(tmpdir(), 'qr-bills-'));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

function render(facts: DocumentFacts, template: object = {}, source: string | null = null): Promise<Rendered> {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 } as const;
  const look = { template: Template.parse(template), source, logo: sampleLogo };
  return pool.render(documentJob({ organization: 'o', facts, ...look, output }));
}

function saved({ bytes }: Rendered): string {
  const path = join(folder, 'document.pdf');
  writeFileSync(path, bytes);
  return path;
}

function textOf(made: Rendered, page: number): string {
  return run('pdftotext', '-layout', '-f', String(page), '-l', String(page), saved(made), '-');
}

/** Text of the QR code on the last page, byte for byte. */
function scanned(made: Rendered): string {
  const picture = join(folder, 'page');
  run('pdftoppm', '-r', '150', '-png', '-singlefile', '-f', String(made.pages), saved(made), picture);
  return run('zbarimg', '-q', '--raw', '--oneshot', '-Sbinary', `${picture}.png`);
}

function payloadOf(facts: DocumentFacts): string {
  const bill = swissBillOf(facts, facts.totals.due);
  if (typeof bill === 'string') throw new Error(bill);
  return swissPayload(bill);
}

/** Position of a word on a page, from its left and its upper edge. */
function placeOf(made: Rendered, page: number, word: string): { readonly xMm: number; readonly yMm: number } {
  const words = run('pdftotext', '-bbox', '-f', String(page), '-l', String(page), saved(made), '-');
  const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(words);
  if (found === null) throw new Error(`${word} is not on page ${page}`);
  const [x = 0, y = 0] = found.slice(1).map((points) => (Number(points) * 25.4) / 72);
  return { xMm: x, yMm: y };
}

const readable = needing('qpdf', 'pdftotext', 'pdfinfo');
const scannable = needing('pdftoppm', 'zbarimg');
const billMm = 105;
const a4Mm = 297;

test('the payment part of an invoice speaks the language of its client, or English', readable, async () => {
  const languages = {
    de: 'Zahlteil',
    fr: 'Section paiement',
    it: 'Sezione pagamento',
    en: 'Payment part',
    ja: 'Payment part',
  };
  for (const [language, title] of Object.entries(languages)) {
    const facts = swissSample(language);
    const made = await render({ ...facts, texts: { ...facts.texts, note: null } });
    const text = textOf(made, made.pages);
    const words = messagesOf(swissLanguageOf(language), 'qr_bill');
    const { payableByBlank, ...shown } = words;
    for (const said of [title, ...Object.values(shown)]) assert.ok(text.includes(said), `${language}: ${said}`);
    assert.ok(!text.includes(payableByBlank));
    const amount = words.amount === 'Amount' && language === 'ja' ? /\d/ : /9 288\.60/;
    for (const said of [/CH58 0079 1123 0008 8901 2/, /RF95 2026 0401/, /8038 Zürich/, amount])
      assert.match(text, said);
    run('qpdf', '--check', saved(made));
    assert.match(run('pdfinfo', saved(made)), /Tagged:\s+yes/);
  }
});

test(
  'the code on a bill is read back by a scanner as it was written, in every design',
  { ...scannable, ...longTest },
  async () => {
    for (const design of designNames) {
      const facts = swissSample('de');
      assert.equal(scanned(await render(facts, { design })), payloadOf(facts), design);
    }
  },
);

test('long names, a QR-IBAN and letters from far away are read back too', scannable, async () => {
  const facts = swissSample('fr');
  const long = { ...facts.seller, legalName: `Société Ţărănească ${'d’Élevage '.repeat(9)}SA` };
  const means = facts.payment?.means.map((one) => ({ ...one, account: 'CH4431999123000889012' })) ?? [];
  const payment = facts.payment && { ...facts.payment, means, remittance: '210000000003139471430009017' };
  const asked = { ...facts, seller: long, payment } as DocumentFacts;
  const made = await render(asked);
  assert.equal(scanned(made), payloadOf(asked));
  const text = textOf(made, made.pages);
  assert.match(text, /21 00000 00003 13947 14300 09017/);
});

test('a bill is at the foot of the last page, 210 by 105 mm, and the foot of the page above it', readable, async () => {
  const made = await render(swissSample('de', 1));
  assert.equal(made.pages, 1);
  const [receipt, part, foot] = ['Empfangsschein', 'Zahlteil', 'Seite'].map((word) => placeOf(made, 1, word));
  const top = a4Mm - billMm;
  assert.ok(receipt !== undefined && Math.abs(receipt.xMm - 5) < 1 && Math.abs(receipt.yMm - top - 5) < 2);
  assert.ok(part !== undefined && Math.abs(part.xMm - 67) < 1 && Math.abs(part.yMm - top - 5) < 2);
  assert.ok(foot !== undefined && foot.yMm < top);
});

test(
  'a bill for which there is no room is a page of its own, numbered like the others',
  { ...readable, ...longTest },
  async () => {
    for (const design of designNames) {
      const lone = await render({ ...swissSample('en', 9), payment: null }, { design });
      const made = await render(swissSample('en', 9), { design });
      assert.ok(made.pages - lone.pages <= 1, design);
      const last = textOf(made, made.pages);
      assert.match(last, /Payment part/, design);
      assert.match(last, new RegExp(`Page ${made.pages} of ${made.pages}`), design);
      for (let page = 1; page < made.pages; page += 1) assert.doesNotMatch(textOf(made, page), /Payment part/, design);
    }
    const forty = await render(swissSample('en', 40));
    assert.match(textOf(forty, forty.pages), /Payment part/);
  },
);

test('an invoice on Letter paper has its bill on a page of A4', readable, async () => {
  const made = await render(swissSample('en', 1), { paper: 'letter' });
  assert.equal(made.pages, 2);
  const info = run('pdfinfo', '-f', '1', '-l', '2', saved(made));
  assert.match(info, /Page +1 size: +612 x 792/);
  assert.match(info, /Page +2 size: +595\.\d+ x 841\.\d+/);
  assert.ok(Math.abs(placeOf(made, 2, 'Payment').yMm - (a4Mm - billMm) - 5) < 2);
});

test('who pays is left to write by hand where the address is not known whole', readable, async () => {
  const facts = swissSample('en', 1);
  const unknown = facts.buyer && { ...facts.buyer, address: { ...facts.buyer.address, city: null } };
  const text = textOf(await render({ ...facts, buyer: unknown }), 1);
  assert.equal(text.split('Payable by (name/address)').length, 3);
});

test('an amount that no payment may be is left to write by hand', readable, async () => {
  const facts = swissSample('en', 1);
  const made = await render({ ...facts, totals: { ...facts.totals, due: 100_000_000_000n } });
  assert.match(textOf(made, made.pages), /CHF\n/);
  assert.doesNotMatch(textOf(made, made.pages), /1 000 000 000\.00/);
});

test('nothing that cannot be paid so has a bill, and euros keep their code elsewhere', readable, async () => {
  const facts = swissSample('en', 1);
  const nowhere = { ...facts, seller: { ...facts.seller, address: { ...facts.seller.address, city: null } } };
  const cases: readonly (readonly [DocumentFacts, object])[] = [
    [{ ...facts, marks: ['draft'] }, {}],
    [{ ...facts, marks: ['paid'] }, {}],
    [{ ...facts, currency: 'USD' }, {}],
    [nowhere, {}],
    [facts, { show_qr: false }],
    [facts, { sections: ['lines', 'totals'] }],
    [facts, { paper: 'receipt_80mm' }],
    [sampleFacts('invoice', 'en', 1), {}],
  ];
  for (const [each, template] of cases) assert.doesNotMatch(textOf(await render(each, template), 1), /Payment part/);
  assert.match(textOf(await render(nowhere), 1), /CH58 0079/);
});

test('where a QR-IBAN has no bill there is no other code either, which a bank would refuse', () => {
  const { payment, ...facts } = swissSample('de', 1);
  const codeOf = (account: string) => {
    const means = payment?.means.map((one) => ({ ...one, account })) ?? [];
    const paid = payment && { ...payment, means };
    const seller = { ...facts.seller, address: { ...facts.seller.address, city: null } };
    const asked = { ...facts, seller, currency: 'EUR', payment: paid } as DocumentFacts;
    const transfer = transferOf(asked.payment);
    assert.ok(transfer);
    return transferPayload(transfer, asked, 10_000n);
  };
  assert.match(codeOf('CH5800791123000889012') ?? '', /^BCD\n/);
  assert.equal(codeOf('CH44 3199 9123 0008 8901 2'), undefined);
});

test('a template of an organisation cannot leave the bill out', readable, async () => {
  const bare = await render(swissSample('en', 1), {}, '#import "/base.typ": *\n#set text(font: d.fallback)\n#d.number');
  assert.equal(bare.pages, 2);
  assert.match(textOf(bare, 2), /Payment part/);
  const own = await render(swissSample('en', 1), {}, '#import "/base.typ": *\n#show: setup\n#sections()');
  assert.equal(own.pages, 1);
  assert.match(textOf(own, 1), /Payment part/);
});

test('the same bill gives the same bytes', async () => {
  const [one, other] = await Promise.all([render(swissSample('it', 9)), render(swissSample('it', 9))]);
  assert.equal(one.sha256, other.sha256);
});
