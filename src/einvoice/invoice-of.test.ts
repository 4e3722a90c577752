import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  address,
  decimal,
  line,
  sampleFacts,
  taxTotal,
  totals,
  transfer,
  vat19,
} from '../../test/support/einvoice/facts.ts';
import type { DocumentFacts, LineTax } from '../render/facts.ts';
import type { PaymentMeans } from '../render/payment-facts.ts';
import { ciiOf } from './cii.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { invoiceOf } from './invoice-of.ts';
import { type Profile, profileFacts, profiles } from './profile.ts';
import { readInvoice } from './read.ts';
import { checkInvoice } from './rules/check.ts';
import { ublOf } from './ubl.ts';

function map(facts: DocumentFacts, profile: Profile = 'en16931') {
  return invoiceOf(facts, { profile }).invoice;
}

/** An invoice of one line of 100.00 with this tax. */
function taxed(tax: LineTax, given: Partial<DocumentFacts> = {}): DocumentFacts {
  return sampleFacts({
    lines: [line({ taxes: [tax], tax: 0n })],
    taxes: [taxTotal(tax, 100_00n, 0n)],
    totals: totals(100_00n, 0n),
    ...given,
  });
}

test('a tax that the buyer keeps back counts as paid, so that what is due is what is owed', () => {
  const held: LineTax = { category: 'S', percent: decimal('3'), name: 'IRPF' };
  const facts = sampleFacts({
    lines: [line({ taxes: [vat19, held] })],
    taxes: [taxTotal(vat19, 100_00n, 19_00n), { ...taxTotal(held, 100_00n, 3_00n), withheld: true }],
    totals: totals(100_00n, 19_00n, { withheld: 3_00n, due: 116_00n }),
  });
  const { findings, xml } = eInvoiceOf(facts, { profile: 'peppol' });
  assert.deepEqual(findings, []);
  assert.match(xml ?? '', /<cbc:PrepaidAmount currencyID="EUR">3.00</);
  assert.match(xml ?? '', /<cbc:PayableAmount currencyID="EUR">116.00</);
  assert.match(xml ?? '', /IRPF: −3.00 EUR/);
});

test('taxes that have another name and the same category and rate are one', () => {
  const other = { ...vat19, name: 'Freight tax', percent: decimal('19.000') };
  const facts = sampleFacts({
    lines: [line(), line({ id: '2', taxes: [other] })],
    taxes: [taxTotal(vat19, 100_00n, 19_00n), taxTotal(other, 100_00n, 19_00n)],
    totals: totals(200_00n, 38_00n),
  });
  assert.deepEqual(eInvoiceOf(facts, { profile: 'en16931' }).findings, []);
  assert.equal(map(facts).taxes.length, 1);
});

test('a line with two taxes is refused at the line', () => {
  const pst: LineTax = { category: 'S', percent: decimal('7'), name: 'PST' };
  const { findings } = eInvoiceOf(taxed(vat19, { lines: [line({ taxes: [vat19, pst] })] }), { profile: 'en16931' });
  assert.ok(findings.some(({ rule, pointer }) => rule === 'BR-CO-04' && pointer === '/lines/0/taxes'));
});

test('a price that does not come to its line is told for the whole quantity', () => {
  const facts = sampleFacts({
    currency: 'JPY',
    lines: [line({ quantity: decimal('3'), unitPrice: decimal('33.5'), net: 101n })],
  });
  assert.deepEqual(map(facts).lines[0]?.price, { net: decimal('101'), gross: null, per: decimal('3') });
  const exact = sampleFacts({ lines: [line({ quantity: decimal('3'), unitPrice: decimal('33.335'), net: 100_01n })] });
  assert.deepEqual(map(exact).lines[0]?.price, { net: decimal('33.335'), gross: null, per: null });
});

test('reverse charge, intra-community supply, export and out of scope have their reason without being asked', () => {
  for (const [category, code] of [
    ['AE', 'VATEX-EU-AE'],
    ['K', 'VATEX-EU-IC'],
    ['G', 'VATEX-EU-G'],
    ['O', 'VATEX-EU-O'],
  ] as const) {
    const deliverTo = { name: null, locationId: null, address: address({ country: 'AT' }) };
    const facts = taxed({ category, percent: decimal('0'), name: 'VAT' }, { deliverTo });
    assert.deepEqual(eInvoiceOf(facts, { profile: 'en16931' }).findings, [], category);
    assert.equal(map(facts).taxes[0]?.exemptionCode, code);
  }
});

test('an exemption has to be given its reason', () => {
  const facts = taxed({ category: 'E', percent: decimal('0'), name: 'VAT' });
  const { findings } = eInvoiceOf(facts, { profile: 'en16931' });
  assert.deepEqual(
    findings.map(({ rule, pointer }) => [rule, pointer]),
    [['BR-E-10', '/taxes/0/exemption']],
  );
});

test('what is not subject to VAT names no VAT id', () => {
  const invoice = map(taxed({ category: 'O', percent: decimal('0'), name: 'VAT' }));
  assert.deepEqual([invoice.seller.vatId, invoice.buyer.vatId], [null, null]);
  assert.equal(invoice.lines[0]?.tax?.percent, null);
});

function soldTo(country: string, facts = sampleFacts()): DocumentFacts {
  const { buyer } = facts;
  assert.ok(buyer !== null);
  return { ...facts, buyer: { ...buyer, address: { ...buyer.address, country } } };
}

test('parts of what is due are told in the terms of payment, and the first is when it is due', () => {
  const instalments = [
    { due: '2026-03-16', amount: 108_04n, percent: decimal('40') },
    { due: '2026-04-16', amount: 162_06n, percent: null },
  ];
  const facts = sampleFacts({ instalments });
  const terms = 'Zahlbar in 14 Tagen\n2026-03-16: 108.04 EUR (40 %)\n2026-04-16: 162.06 EUR';
  for (const profile of profiles) {
    for (const syntax of profileFacts[profile].syntaxes) {
      const { xml, findings } = eInvoiceOf(facts, { profile, syntax });
      assert.deepEqual(findings, []);
      const { invoice } = readInvoice(Buffer.from(xml ?? ''));
      assert.deepEqual([invoice.payment.terms, invoice.due], [terms, '2026-03-16']);
    }
  }
  assert.match(map({ ...facts, payment: null }).payment.terms ?? '', /^2026-03-16: /);
});

test('several deposits are named one by one, and referred to as far as the syntax goes', () => {
  const deposits = [
    { number: 'D-1', issued: '2026-01-05', tax: 0n, total: 20_00n },
    { number: 'D-2', issued: '2026-02-05', tax: 0n, total: 30_00n },
  ];
  const { totals: all } = sampleFacts();
  const facts = sampleFacts({ deposits, totals: { ...all, prepaid: 50_00n, due: all.due - 50_00n } });
  const referred: Record<string, string[]> = {};
  for (const profile of profiles) {
    for (const syntax of profileFacts[profile].syntaxes) {
      const { xml, findings } = eInvoiceOf(facts, { profile, syntax });
      assert.deepEqual(findings, []);
      const { invoice } = readInvoice(Buffer.from(xml ?? ''));
      referred[`${profile}-${syntax}`] = invoice.corrects.map(({ number }) => number);
      assert.match(invoice.notes.join(), /D-1 \(2026-01-05\): −20\.00 EUR\n\nD-2 \(2026-02-05\): −30\.00 EUR/);
    }
  }
  const both = ['D-1', 'D-2'];
  assert.deepEqual(referred, {
    'en16931-ubl': both,
    'en16931-cii': ['D-1'],
    'xrechnung-ubl': both,
    'xrechnung-cii': ['D-1'],
    'peppol-ubl': both,
    'facturx-cii': both,
    'facturx_basic-cii': both,
  });
});

test('Peppol follows the German rules between two parties in Germany', () => {
  const contactless = (facts: DocumentFacts) => ({ ...facts, seller: { ...facts.seller, contact: null } });
  const rules = (facts: DocumentFacts) => eInvoiceOf(facts, { profile: 'peppol' }).findings.map(({ rule }) => rule);
  assert.deepEqual(rules(contactless(sampleFacts())), ['DE-R-002']);
  assert.deepEqual(rules(contactless(soldTo('AT'))), []);
  const out = taxed({ category: 'O', percent: decimal('0'), name: 'VAT' });
  assert.equal(map(out, 'peppol').taxes[0]?.percent?.units, 0n);
  assert.equal(map(soldTo('AT', out), 'peppol').taxes[0]?.percent, null);
  const wrong = { ...map(out, 'peppol'), taxes: map(out).taxes };
  assert.ok(checkInvoice(wrong, 'peppol').some(({ rule }) => rule === 'DE-R-014'));
});

test('a mail address is no address in Peppol, and the refusal offers what may be one', () => {
  const { seller } = sampleFacts();
  const mail = { scheme: 'EM', value: 'rechnung@nordlicht.example' };
  const remedyOf = (vatId: string) => {
    const taxIds = [{ scheme: 'vat', value: vatId, label: null }] as const;
    const facts = soldTo('AT', sampleFacts({ seller: { ...seller, taxIds, electronicAddress: mail } }));
    const { xml, findings } = eInvoiceOf(facts, { profile: 'peppol' });
    assert.equal(xml, null);
    const found = findings.find(({ rule }) => rule === 'PEPPOL-EN16931-CL008');
    assert.equal(found?.pointer, '/seller/electronicAddress/scheme');
    return found?.remedy;
  };
  for (const [vatId, id] of [
    ['DE123456788', '9930 and DE123456788'],
    ['ATU12345675', '9914 and ATU12345675'],
    ['FI20774740', '0213 and FI20774740'],
    ['DK13585628', '0184 and DK13585628'],
    ['NO974760673MVA', '0192 and 974760673'],
    ['SE556703748501', '0007 and 5567037485'],
    ['US123456789', '0088 and a GLN'],
  ] as const) {
    assert.ok(remedyOf(vatId)?.includes(id), `${vatId}: ${remedyOf(vatId)}`);
  }
  const all = sampleFacts({ seller: { ...seller, electronicAddress: mail } });
  assert.deepEqual(eInvoiceOf(all, { profile: 'xrechnung' }).findings, []);
});

test('XRechnung has discounts for early payment in lines of its own, each ended by a line break', () => {
  const { payment } = sampleFacts();
  assert.ok(payment !== null);
  const earlyPayment = [
    { days: 7, percent: decimal('3'), until: '2026-03-09', base: 27_010n, payable: 26_200n },
    { days: 14, percent: decimal('2.25'), until: '2026-03-16', base: 27_010n, payable: 26_402n },
  ];
  const facts = sampleFacts({ payment: { ...payment, earlyPayment } });
  const { xml, findings } = eInvoiceOf(facts, { profile: 'xrechnung' });
  assert.deepEqual(findings, []);
  assert.match(xml ?? '', /Zahlbar in 14 Tagen\n#SKONTO#TAGE=7#PROZENT=3.00#\n#SKONTO#TAGE=14#PROZENT=2.25#\n</);
  assert.equal(map(facts, 'peppol').payment.terms, map(facts, 'xrechnung').payment.terms);
  const elsewhere = ['Zahlbar in 14 Tagen', '2026-03-09: 262.00 EUR (−3 %)', '2026-03-16: 264.02 EUR (−2.25 %)'];
  assert.equal(map(soldTo('AT', facts), 'peppol').payment.terms, elsewhere.join('\n'));
  const [first] = earlyPayment;
  assert.ok(first !== undefined);
  const part = sampleFacts({ payment: { ...payment, earlyPayment: [{ ...first, base: 17_010n }] } });
  assert.match(map(part, 'xrechnung').payment.terms ?? '', /#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=170.10#$/);
});

test('XRechnung may go to a mail address, Peppol not', () => {
  const sample = sampleFacts();
  assert.ok(sample.buyer !== null);
  const facts = sampleFacts({ buyer: { ...sample.buyer, electronicAddress: null } });
  assert.deepEqual(map(facts, 'xrechnung').buyer.electronicAddress, { scheme: 'EM', value: 'einkauf@amt.example' });
  assert.deepEqual(
    eInvoiceOf(facts, { profile: 'peppol' }).findings.map(({ rule }) => rule),
    ['PEPPOL-EN16931-R010'],
  );
});

test('XRechnung takes a paid invoice that names no way to pay', () => {
  const facts = sampleFacts({ payment: null, totals: totals(230_00n, 40_10n, { prepaid: 270_10n, due: 0n }) });
  assert.deepEqual(eInvoiceOf(facts, { profile: 'xrechnung' }).findings, []);
});

test('a document without a client names the client as what is missing', () => {
  const { findings } = eInvoiceOf(sampleFacts({ buyer: null }), { profile: 'en16931' });
  assert.deepEqual(
    findings.map(({ rule, pointer }) => [rule, pointer]),
    [
      ['BR-07', '/buyer/legalName'],
      ['BR-10', '/buyer/address'],
    ],
  );
});

test('an amount in a currency of three decimals passes where the third is zero', () => {
  const facts = sampleFacts({
    currency: 'KWD',
    lines: [line({ net: 100_000n })],
    taxes: [taxTotal(vat19, 100_000n, 19_000n)],
    totals: totals(100_000n, 19_000n),
  });
  assert.deepEqual(eInvoiceOf(facts, { profile: 'en16931' }).findings, []);
  const finer = { ...facts, totals: totals(100_000n, 19_001n) };
  const rules = eInvoiceOf(finer, { profile: 'en16931' }).findings.map(({ rule }) => rule);
  assert.ok(rules.includes('BR-DEC-13') && rules.includes('BR-DEC-18'));
});

test('only ways to pay of the first one are told, as the standard knows one code', () => {
  const { payment } = sampleFacts();
  assert.ok(payment !== null);
  const card = { kind: 'card', code: '48', lastDigits: null, holder: null } as const;
  const { invoice, places } = invoiceOf(sampleFacts({ payment: { ...payment, means: [transfer, card, transfer] } }), {
    profile: 'en16931',
  });
  assert.equal(invoice.payment.means.length, 2);
  assert.deepEqual(places.means, [0, 2]);
});

test('what XML cannot say is left out, and what it has a meaning for is escaped', () => {
  const facts = sampleFacts({ lines: [line({ name: 'a\u0000b\u0008 <&>" \ud800 é 家\r\nc' })] });
  const [said] = map(facts).lines;
  assert.equal(said?.name, 'ab <&>" \ufffd é 家\nc');
  for (const xml of [ublOf(map(facts)), ciiOf(map(facts))])
    assert.ok(xml.includes('ab &lt;&amp;&gt;&quot; \ufffd é 家\nc<'));
});

test('a credit note that says nothing of payment is good from the day of its issue, in every profile', () => {
  const sample = sampleFacts();
  for (const country of ['DE', 'NL']) {
    const facts = sampleFacts({
      type: 'credit_note',
      payment: null,
      dates: { ...sample.dates, due: null },
      seller: {
        ...sample.seller,
        registration: { scheme: '0106', value: '12345678' },
        address: { ...sample.seller.address, country },
      },
      references: { ...sample.references, corrects: [{ number: '2026-0001', issued: null, reason: null }] },
    });
    for (const profile of profiles) assert.deepEqual(eInvoiceOf(facts, { profile }).findings, [], profile);
    assert.equal(map(facts).due, '2026-03-02');
  }
});

test('whom XRechnung may ask at a company that names nobody is the company', () => {
  const { seller } = sampleFacts();
  const facts = sampleFacts({
    seller: { ...seller, contact: { name: null, phone: '+49 40 1', email: 'a1@b.example' } },
  });
  assert.equal(map(facts, 'xrechnung').seller.contact?.name, 'Nordlicht Möbel GmbH');
  assert.equal(map(facts).seller.contact?.name, null);
});

test('what goes to another country of the Union says where, if only by the address of the buyer', () => {
  const community: LineTax = { category: 'K', percent: decimal('0'), name: 'VAT' };
  const facts = taxed(community);
  assert.equal(map(facts).delivery?.address?.country, facts.buyer?.address.country);
  assert.deepEqual(eInvoiceOf(facts, { profile: 'en16931' }).findings, []);
  assert.equal(map(sampleFacts()).delivery?.address, null);
});

test('a discount that leaves the tax as it is counts as paid, and the note says so', () => {
  const coupon = {
    kind: 'discount',
    reason: 'Coupon',
    reasonCode: null,
    percent: null,
    base: null,
    tax: null,
  } as const;
  const facts = sampleFacts({
    reductions: [{ ...coupon, amount: 10_00n }],
    totals: totals(230_00n, 40_10n, { due: 260_10n }),
  });
  assert.deepEqual(eInvoiceOf(facts, { profile: 'peppol' }).findings, []);
  assert.match(map(facts).notes[0] ?? '', /Coupon: −10.00 EUR/);
});

test('what the standard takes once is written once, however many rates and ways to pay there are', () => {
  const sample = sampleFacts();
  const other: PaymentMeans = { ...transfer, account: 'DE02 5001 0517 5407 3249 31' };
  const debit = { kind: 'direct_debit', code: '59', creditorId: 'DE98ZZZ09999999999' } as const;
  const ways: readonly (readonly PaymentMeans[])[] = [
    [transfer, other],
    [
      { kind: 'card', code: '48', lastDigits: '4242', holder: null },
      { kind: 'card', code: '48', lastDigits: '1881', holder: null },
    ],
    [
      { ...debit, mandate: 'M-1', debitedAccount: 'DE02120300000000202051' },
      { ...debit, mandate: 'M-2', debitedAccount: 'DE02500105175407324931' },
    ],
    [
      { kind: 'other', code: '68', label: 'PayPal' },
      { kind: 'other', code: '68', label: 'Wero' },
    ],
  ];
  for (const means of ways) {
    const payment = { terms: null, earlyPayment: [], remittance: null, link: null, means };
    const dates = { ...sample.dates, taxPoint: '2026-02-28' } as const;
    const invoice = map({ ...sample, type: 'credit_note', dates, payment });
    const [ubl, cii] = [ublOf(invoice), ciiOf(invoice)];
    for (const once of [
      '<cbc:PaymentDueDate>',
      '<cac:CardAccount>',
      '<cac:PaymentMandate>',
      '<cbc:PaymentMeansCode name=',
    ]) {
      assert.ok(ubl.split(once).length <= 2, `${once} of ${means[0]?.kind}`);
    }
    assert.equal(cii.split('<ram:TaxPointDate>').length, 2);
    assert.equal(ubl.split('<cac:PayeeFinancialAccount>').length, means[0] === transfer ? 3 : 1);
  }
});

test('Kosovo is written as e-invoices call it, and read as it is known everywhere else', () => {
  const sample = sampleFacts();
  const kosovo = address({ city: 'Prishtinë', postalCode: '10000', country: 'XK' });
  const buyer = sample.buyer === null ? null : { ...sample.buyer, taxIds: [], address: kosovo };
  const facts = { ...sample, buyer, lines: sample.lines.map((row) => ({ ...row, originCountry: 'XK' })) };
  for (const syntax of ['ubl', 'cii'] as const) {
    const { xml, findings } = eInvoiceOf(facts, { profile: 'en16931', syntax });
    assert.deepEqual(findings, []);
    assert.equal(xml?.split('>1A<').length, 4, syntax);
    const { invoice } = readInvoice(Buffer.from(xml ?? ''));
    assert.equal(invoice.buyer.address?.country, 'XK');
    assert.equal(invoice.lines[0]?.originCountry, 'XK');
  }
});

test('an IGIC of zero percent is told in UBL only, since the official check of CII takes it for a mistake', () => {
  const facts = taxed({ category: 'L', percent: decimal('0'), name: 'IGIC' });
  assert.deepEqual(eInvoiceOf(facts, { profile: 'en16931', syntax: 'ubl' }).findings, []);
  const { findings } = eInvoiceOf(facts, { profile: 'en16931', syntax: 'cii' });
  assert.deepEqual(
    findings.map(({ rule, pointer }) => ({ rule, pointer })),
    [{ rule: 'BR-AF-05', pointer: '/lines/0/taxes/0/percent' }],
  );
});
