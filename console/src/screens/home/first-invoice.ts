import { Refused } from '../../api/call.ts';

export type Business = {
  readonly country: string;
  readonly address: { readonly country?: string | null } | null;
  readonly bank_account: object | null;
  readonly tax_ids: readonly { readonly type: string; readonly value: string }[];
};
type Typed = Readonly<Record<string, unknown>>;

/** Of the business, what was typed: the country of its address is its own. */
export function businessOf(
  { address, bank_account, tax_number: number }: Typed,
  { country, tax_ids }: Business,
): Typed {
  const others = tax_ids.filter(({ value }) => value !== number).map(({ type, value }) => ({ type, value }));
  return {
    ...(isPart(address) && { address: { ...address, country } }),
    ...(isPart(bank_account) && { bank_account }),
    ...(typeof number === 'string' && {
      tax_ids: [{ type: kindOfNumber(number, country), value: number }, ...others],
    }),
  };
}

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** `DE123456789` is a VAT number of the Union; some countries have one kind of number for all. */
function kindOfNumber(number: string, country: string): string {
  const ofCountry = { GB: 'gb_vat', CH: 'ch_uid', NO: 'no_orgnr', US: 'us_ein', CA: 'ca_gst', AU: 'au_abn' }[country];
  if (ofCountry !== undefined) return ofCountry;
  return /^[A-Z]{2}[0-9A-Z+*]{6,12}$/i.test(number.replaceAll(/[\s.-]/g, '')) ? 'eu_vat' : 'other';
}

export function clientOf({ display_name, email }: Typed): Typed {
  return { type: 'business', display_name, ...(email !== undefined && { email }) };
}

/** The line, once it says what and at which price; undefined before. */
export function saleOf(typed: Typed): Typed | undefined {
  const { name, unit_price, tax } = typed;
  if (name === undefined || unit_price === undefined) return undefined;
  const taxed = tax === undefined ? {} : { tax_rate_ids: tax === 'none' ? [] : [tax] };
  return { lines: [{ name, quantity: '1', unit_price, ...taxed }] };
}

export function invoiceOf(typed: Typed, client: string): Typed {
  const sends = typed['email'] !== undefined;
  return {
    type: 'invoice',
    client_id: client,
    ...saleOf(typed),
    issue: true,
    ...(sends && { send_when_issued: true }),
  };
}

/** No IBAN is shorter. */
const ibanLeast = 15;

/** The page that it would be: its parties and its line need be neither saved nor complete. */
export function pageOf(typed: Typed, business: Business): Typed {
  const { iban = '' } = (typed['bank_account'] ?? {}) as { readonly iban?: string };
  const isPartly = iban.replaceAll(' ', '').length < ibanLeast;
  return {
    type: 'invoice',
    ...saleOf({ unit_price: '0', ...typed }),
    seller: businessOf(isPartly ? { ...typed, bank_account: undefined } : typed, business),
    buyer: { display_name: typed['display_name'] },
  };
}

/** Faults of a part are moved to the field that they came from. */
export async function placed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const errors = error.problem.errors?.map((one) => ({ ...one, pointer: placeOf(one.pointer) }));
    throw new Refused({ ...error.problem, ...(errors && { errors }) });
  }
}

function placeOf(pointer: string): string {
  if (pointer.startsWith('/tax_ids')) return '/tax_number';
  if (pointer.startsWith('/lines/0/tax_rate_ids')) return '/tax';
  return pointer.replace(/^\/lines\/0/, '');
}
