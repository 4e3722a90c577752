/**
 * The Swiss QR-bill: what its code says. Swiss Implementation Guidelines for the QR-bill, version 2.3, chapter 4:
 * structured addresses only, since combined ones are no longer taken.
 */
import { formatDecimal } from './decimal.ts';
import { isQrIban, isSwissIban, referenceType, type SwissReferenceType } from './swiss-reference.ts';
import { swissText } from './swiss-text.ts';

/** Somebody as they are known, before anything is cut to what fits. */
export type SwissPartyGiven = {
  readonly name: string;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

export type SwissParty = {
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
};

export type SwissBillAsked = {
  /** Without spaces. */
  readonly iban: string;
  readonly creditor: SwissPartyGiven;
  readonly debtor: SwissPartyGiven | null;
  /** In Rappen or cents. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly message: string;
};

export type SwissBill = {
  readonly iban: string;
  readonly creditor: SwissParty;
  /** Null where they write themselves who they are. */
  readonly debtor: SwissParty | null;
  /** Null where they write it themselves, since no single payment may be so large. */
  readonly amount: bigint | null;
  readonly currency: string;
  readonly reference: string | null;
  readonly referenceType: SwissReferenceType;
  readonly message: string;
};

/** Why there is none, in the order in which they are looked for. */
export const swissBillProblems = [
  ...(['not_swiss', 'currency', 'reference'] as const),
  ...(['creditor_name', 'creditor_postal_code', 'creditor_city', 'creditor_country'] as const),
] as const;
export type SwissBillProblem = (typeof swissBillProblems)[number];

const amountMax = 99_999_999_999n;
const messageMax = 140;
const [nameMax, streetMax, houseNumberMax, postalCodeMax, cityMax] = [70, 70, 16, 16, 35];

/** A bill that every bank takes, or why there can be none. Nothing to pay is for the caller to know. */
export function swissBill(asked: SwissBillAsked): SwissBill | SwissBillProblem {
  const { iban, currency, reference, amount } = asked;
  const type = referenceType(reference);
  if (!isSwissIban(iban)) return 'not_swiss';
  if (currency !== 'CHF' && currency !== 'EUR') return 'currency';
  if (isQrIban(iban) !== (type === 'QRR')) return 'reference';
  const creditor = swissParty(asked.creditor, null);
  const missing = missingOf(creditor);
  if (missing !== undefined) return missing;
  const debtor = asked.debtor === null ? null : swissParty(asked.debtor, creditor.country);
  return {
    iban,
    creditor,
    currency,
    debtor: debtor === null || missingOf(debtor) !== undefined ? null : debtor,
    amount: amount > amountMax ? null : amount,
    reference: type === 'NON' ? null : reference,
    referenceType: type,
    message: swissText(asked.message, messageMax),
  };
}

function missingOf({ name, postalCode, city, country }: SwissParty): SwissBillProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'creditor_name';
  if (postalCode === '') return 'creditor_postal_code';
  if (city === '') return 'creditor_city';
  return /^[A-Z]{2}$/.test(country) ? undefined : 'creditor_country';
}

/** @param home the country of who names none */
function swissParty(given: SwissPartyGiven, home: string | null): SwissParty {
  const street = swissText(given.line1 ?? '', streetMax);
  const second = swissText(given.line2 ?? '', streetMax);
  return {
    name: swissText(given.name, nameMax),
    ...(second === '' ? parted(street) : { street: both(street, second), houseNumber: '' }),
    postalCode: swissText((given.postalCode ?? '').replace(/^[A-Z]{1,2}-(?=\d)/, ''), postalCodeMax),
    city: swissText(given.city ?? '', cityMax),
    country: given.country ?? home ?? '',
  };
}

/** A number at the end of a street is that of the house; one elsewhere stays where it is, which is allowed. */
function parted(line: string): Pick<SwissParty, 'street' | 'houseNumber'> {
  const found = /^(.*\p{L}.*?),? (\d+ ?\p{L}?(?: ?[-/] ?\d+ ?\p{L}?)?)$/u.exec(line);
  const [, street = '', houseNumber = ''] = found ?? [];
  return found === null || houseNumber.length > houseNumberMax
    ? { street: line, houseNumber: '' }
    : { street, houseNumber };
}

/** There is one line for what others write on two. */
function both(first: string, second: string): string {
  const line = [first, second].filter((part) => part !== '').join(', ');
  return line.length <= streetMax ? line : first;
}

const sevenEmpty = ['', '', '', '', '', '', ''];

/** The text of the QR code: at most 997 characters, one element on each line. */
export function swissPayload(bill: SwissBill): string {
  const { iban, creditor, debtor, amount, currency } = bill;
  return [
    'SPC',
    '0200',
    '1',
    iban,
    ...partyElements(creditor),
    // For who is paid in the end, which is for later use.
    ...sevenEmpty,
    amount === null ? '' : formatDecimal(amount, 2),
    currency,
    ...(debtor === null ? sevenEmpty : partyElements(debtor)),
    bill.referenceType,
    bill.reference ?? '',
    bill.message,
    'EPD',
  ].join('\r\n');
}

function partyElements({ name, street, houseNumber, postalCode, city, country }: SwissParty): string[] {
  return ['S', name, street, houseNumber, postalCode, city, country];
}

/** As it is printed, such as `12 345.60`. */
export function swissAmountShown(amount: bigint): string {
  return formatDecimal(amount, 2).replaceAll(/\d(?=(?:\d{3})+\.)/g, '$& ');
}

/** As it is printed: two or three lines, the country before the postal code where it is another one. */
export function swissPartyShown({ name, street, houseNumber, postalCode, city, country }: SwissParty): string[] {
  const town = `${country === 'CH' || country === 'LI' ? '' : `${country}-`}${postalCode} ${city}`;
  return [name, [street, houseNumber].filter((part) => part !== '').join(' '), town].filter((line) => line !== '');
}
