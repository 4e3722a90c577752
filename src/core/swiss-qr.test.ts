import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isIban } from './iban.ts';
import {
  swissAmountShown,
  swissBill,
  type SwissBill,
  type SwissBillAsked,
  swissPartyShown,
  swissPayload,
} from './swiss-qr.ts';
import {
  isQrIban,
  isSwissIban,
  recursiveCheckDigit,
  referenceShown,
  referenceType,
  swissReference,
} from './swiss-reference.ts';
import { swissText } from './swiss-text.ts';

const qrIban = 'CH4431999123000889012';
const iban = 'CH5800791123000889012';
const runs = { numRuns: 500 };

const asked: SwissBillAsked = {
  iban: qrIban,
  creditor: {
    name: 'Robert Schneider AG',
    line1: 'Rue du Lac 1268',
    line2: null,
    postalCode: '2501',
    city: 'Biel',
    country: 'CH',
  },
  debtor: {
    name: 'Pia-Maria Rutschmann-Schnyder',
    line1: 'Grosse Marktgasse 28',
    line2: null,
    postalCode: '9400',
    city: 'Rorschach',
    country: 'CH',
  },
  amount: 194_975n,
  currency: 'CHF',
  reference: '210000000003139471430009017',
  message: 'Order of 15 June 2020',
};

function billOf(change: Partial<SwissBillAsked> = {}): SwissBill {
  const bill = swissBill({ ...asked, ...change });
  if (typeof bill === 'string') throw new Error(bill);
  return bill;
}

test('the example of the guidelines is written element by element', () => {
  assert.deepEqual(swissPayload(billOf()).split('\r\n'), [
    'SPC',
    '0200',
    '1',
    qrIban,
    'S',
    'Robert Schneider AG',
    'Rue du Lac',
    '1268',
    '2501',
    'Biel',
    'CH',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '1949.75',
    'CHF',
    'S',
    'Pia-Maria Rutschmann-Schnyder',
    'Grosse Marktgasse',
    '28',
    '9400',
    'Rorschach',
    'CH',
    'QRR',
    '210000000003139471430009017',
    'Order of 15 June 2020',
    'EPD',
  ]);
});

test('published IBANs and references are known for what they are', () => {
  assert.ok(isIban(qrIban) && isIban(iban));
  assert.deepEqual([isQrIban(qrIban), isQrIban(iban), isQrIban('LI21088100002324013AA')], [true, false, false]);
  assert.deepEqual([isSwissIban(iban), isSwissIban('LI21088100002324013AA'), isSwissIban('DE89')], [true, true, false]);
  assert.equal(referenceType('210000000003139471430009017'), 'QRR');
  assert.equal(recursiveCheckDigit('21000000000313947143000901'), 7);
  assert.equal(referenceType('RF18539007547034'), 'SCOR');
  for (const no of ['210000000003139471430009018', 'RF19539007547034', '2026-0401', '', null]) {
    assert.equal(referenceType(no), 'NON');
  }
  assert.equal(referenceShown('210000000003139471430009017'), '21 00000 00003 13947 14300 09017');
  assert.equal(referenceShown('RF18539007547034'), 'RF18 5390 0754 7034');
  assert.equal(referenceShown('2026-0401'), '2026-0401');
});

test('the number of an invoice can be read in its reference', () => {
  assert.equal(swissReference(iban, '539007547034'), 'RF18539007547034');
  assert.match(swissReference(iban, 'INV-2026-0001') ?? '', /^RF\d\dINV20260001$/);
  assert.match(swissReference(qrIban, '2026-0001') ?? '', /^0{18}20260001\d$/);
  assert.equal(swissReference(iban, '№ —'), null);
  assert.equal(swissReference('DE89370400440532013000', '2026-0001'), null);
});

test('every number has a reference that checks, of the kind that its account takes, and always the same', () => {
  const number = fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...Array.from('ABYZaz0189-/ .ä')) });
  fc.assert(
    fc.property(number, (text) => {
      fc.pre(/[A-Za-z0-9]/.test(text));
      for (const [account, type] of [
        [iban, 'SCOR'],
        [qrIban, 'QRR'],
      ] as const) {
        const reference = swissReference(account, text);
        assert.equal(referenceType(reference), type);
        assert.equal(swissReference(account, text), reference);
        assert.equal(referenceShown(reference ?? '').replaceAll(' ', ''), reference);
      }
    }),
    runs,
  );
});

test('a digit that was mistyped in a reference is noticed', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 26, maxLength: 26 }).map((all) => all.join(''));
  fc.assert(
    fc.property(digits, fc.nat(26), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
      const reference = `${body}${recursiveCheckDigit(body)}`;
      const other = (Number(reference[at]) + by) % 10;
      assert.equal(referenceType(reference), 'QRR');
      assert.equal(referenceType(reference.slice(0, at) + other + reference.slice(at + 1)), 'NON');
    }),
    runs,
  );
});

test('whatever is written, the code has 31 lines that keep to their lengths and letters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  const party = fc.record({ name: text, line1: text, line2: fc.option(text), postalCode: text, city: text });
  const lengths = [3, 4, 1, 21, 1, 70, 70, 16, 16, 35, 2, 0, 0, 0, 0, 0, 0, 0, 12, 3, 1, 70, 70, 16, 16, 35, 2, 4, 27];
  fc.assert(
    fc.property(party, party, text, fc.bigInt({ min: 1n, max: 10n ** 14n }), (creditor, debtor, message, amount) => {
      const country = 'CH';
      const bill = swissBill({
        ...asked,
        message,
        amount,
        creditor: { ...creditor, country },
        debtor: { ...debtor, country },
      });
      if (typeof bill === 'string') return assert.match(bill, /^creditor_/);
      const elements = swissPayload(bill).split('\r\n');
      assert.equal(elements.length, 31);
      for (const [index, most] of [...lengths, 140, 3].entries()) {
        const element = elements[index] ?? '';
        assert.ok(Array.from(element).length <= most, `${index}: ${element}`);
        assert.match(element, /^[ -~\u00a1-\u017fȘșȚț€]*$/);
      }
      assert.ok(swissPayload(bill).length <= 997);
    }),
    runs,
  );
});

test('letters that payments do not know are written with those that they do', () => {
  assert.equal(
    swissText('Žižek & Ştefănescu, Țara – „Łódź“ Nguyễn 50 €', 70),
    'Žižek & Ştefănescu, Țara - "Łódź" Nguyen 50 €',
  );
  assert.equal(swissText(' 日本  Tee\n🍵\u00ad GmbH ', 70), 'Tee GmbH');
  assert.equal(swissText('ﬁne ２', 70), 'fine 2');
  assert.equal(swissText('a b', 2), 'a');
});

test('a bill that a bank would send back is not made, and why is said', () => {
  const without = (change: object) => swissBill({ ...asked, creditor: { ...asked.creditor, ...change } });
  assert.equal(without({ name: '日本' }), 'creditor_name');
  assert.equal(without({ postalCode: null }), 'creditor_postal_code');
  assert.equal(without({ city: ' ' }), 'creditor_city');
  assert.equal(without({ country: null }), 'creditor_country');
  assert.equal(swissBill({ ...asked, currency: 'USD' }), 'currency');
  assert.equal(swissBill({ ...asked, iban: 'DE89370400440532013000' }), 'not_swiss');
  assert.equal(swissBill({ ...asked, reference: null }), 'reference');
  assert.equal(swissBill({ ...asked, reference: 'RF18539007547034' }), 'reference');
  assert.equal(swissBill({ ...asked, iban }), 'reference');
});

test('who pays and how much is left to write by hand where it cannot be said', () => {
  const { debtor, amount } = billOf({ debtor: { ...asked.creditor, city: null }, amount: 100_000_000_000n });
  assert.deepEqual([debtor, amount], [null, null]);
  assert.equal(billOf({ debtor: { ...asked.creditor, country: null } }).debtor?.country, 'CH');
  const elements = swissPayload(billOf({ debtor: null, iban, reference: null })).split('\r\n');
  assert.deepEqual(elements.slice(20), ['', '', '', '', '', '', '', 'NON', '', 'Order of 15 June 2020', 'EPD']);
});

test('addresses are parted where that is sure, and kept whole where it is not', () => {
  const streetOf = (line1: string, line2: string | null = null) => {
    const { creditor } = billOf({ creditor: { ...asked.creditor, line1, line2 } });
    return [creditor.street, creditor.houseNumber];
  };
  assert.deepEqual(streetOf('Bahnhofstrasse 12a'), ['Bahnhofstrasse', '12a']);
  assert.deepEqual(streetOf('Via Nassa, 5/7'), ['Via Nassa', '5/7']);
  assert.deepEqual(streetOf('Industriestrasse 7 / 9'), ['Industriestrasse', '7 / 9']);
  assert.deepEqual(streetOf('Weg 12 – 14'), ['Weg', '12 - 14']);
  assert.deepEqual(streetOf('12 rue du Lac'), ['12 rue du Lac', '']);
  assert.deepEqual(streetOf('Postfach'), ['Postfach', '']);
  assert.deepEqual(streetOf('c/o Meier', 'Seeweg 3'), ['c/o Meier, Seeweg 3', '']);
  assert.deepEqual(streetOf('x'.repeat(60), 'y'.repeat(60)), ['x'.repeat(60), '']);
});

test('amounts and addresses are printed as the guidelines want them', () => {
  assert.deepEqual([5n, 100_000n, 123_456_789n].map(swissAmountShown), ['0.05', '1 000.00', '1 234 567.89']);
  assert.deepEqual(swissPartyShown(billOf().creditor), ['Robert Schneider AG', 'Rue du Lac 1268', '2501 Biel']);
  const abroad = billOf({ creditor: { ...asked.creditor, line1: null, postalCode: 'D-10999', country: 'DE' } });
  assert.deepEqual(swissPartyShown(abroad.creditor), ['Robert Schneider AG', 'DE-10999 Biel']);
});
