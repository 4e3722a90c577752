import { z } from 'zod';
import { hasRightCheckDigits, isEuVatNumber } from '../core/vat-number.ts';
import { CountryCode, Text } from './text.ts';

type Format = {
  readonly fits: (value: string) => boolean;
  readonly example: string;
  /** Country and part of the number that the check digits belong to. */
  readonly checked?: (value: string) => readonly [country: string, number: string];
};

/** Official forms, without the spaces, dots and dashes that people put in between. */
const formats = {
  eu_vat: {
    fits: isEuVatNumber,
    example: 'DE123456788',
    checked: (value) => [value.slice(0, 2), value.slice(2)],
  },
  gb_vat: {
    fits: matching(/^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/),
    example: 'GB980780684',
    checked: (value) => ['GB', value.slice(2)],
  },
  ch_uid: {
    fits: matching(/^CHE\d{9}(MWST|TVA|IVA)?$/),
    example: 'CHE-123.456.788 MWST',
    checked: (value) => ['CH', value.slice(3, 12)],
  },
  no_orgnr: { fits: matching(/^\d{9}(MVA)?$/), example: '123456785MVA', checked: (value) => ['NO', value.slice(0, 9)] },
  us_ein: { fits: matching(/^\d{9}$/), example: '12-3456789' },
  ca_gst: { fits: matching(/^\d{9}RT\d{4}$/), example: '123456789RT0001' },
  au_abn: { fits: matching(/^\d{11}$/), example: '51 824 753 556', checked: (value) => ['AU', value] },
  nz_gst: { fits: matching(/^\d{8,9}$/), example: '49-091-850', checked: (value) => ['NZ', value] },
  nz_nzbn: { fits: matching(/^94\d{11}$/), example: '9429041535110', checked: (value) => ['NZ', value] },
  in_gst: { fits: matching(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/), example: '22AAAAA0000A1Z5' },
  jp_trn: { fits: matching(/^T\d{13}$/), example: 'T1234567891234' },
  sg_gst: { fits: matching(/^([A-Z0-9]{9,10}|M\d{8}[A-Z0-9])$/), example: 'M12345678X' },
  za_vat: { fits: matching(/^4\d{9}$/), example: '4123456789' },
  br_cnpj: { fits: matching(/^[A-Z0-9]{12}\d{2}$/), example: '01.234.456/5432-10' },
  mx_rfc: { fits: matching(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/), example: 'ABC010203AB9' },
  other: { fits: (value) => value !== '', example: '123' },
} satisfies Readonly<Record<string, Format>>;

const taxIdTypes = Object.keys(formats);
/** Those that only who charges tax on sales is given. */
const salesTaxTypes = new Set(['eu_vat', 'gb_vat', 'ca_gst', 'nz_gst', 'in_gst', 'jp_trn', 'sg_gst', 'za_vat']);
const known = new Map<string, Format>(Object.entries(formats));
const taxIdsMax = 20;
const typeMax = 40;

/** The same of organisations, clients, suppliers and of both sides of a document. */
export const TaxId = z.object({
  type: z.string(),
  value: z.string(),
  country: z.string().nullable().optional().describe('The issuing country; null if unknown.'),
});

/** True for a tax id of an owner who charges tax on sales. */
export function isSalesTaxId({ type }: z.output<typeof TaxId>): boolean {
  return salesTaxTypes.has(type);
}

export const VerifiedTaxId = TaxId.extend({
  verification: z.enum(['unverified', 'valid', 'invalid', 'unavailable']),
  verified_at: z.string().nullable(),
});
export type VerifiedTaxId = z.output<typeof VerifiedTaxId>;

export const TaxIdInput = z
  .strictObject({
    type: Text(typeMax).describe(`One of ${taxIdTypes.join(', ')}; any other type is printed under its own name.`),
    value: Text(40),
    country: CountryCode.nullable().optional().describe('The issuing country. Defaults to the prefix of the value.'),
  })
  .superRefine((given, refinement) => {
    const problem = problemOf(given);
    if (problem === undefined) return;
    const { code, message } = problem;
    refinement.addIssue({ code: 'custom', path: ['value'], message, params: { code } });
  });
export type TaxIdInput = z.output<typeof TaxIdInput>;

export const TaxIdInputs = z.array(TaxIdInput).max(taxIdsMax);

type Given = { readonly type: string; readonly value: string };
type Problem = { readonly code: string; readonly message: string };

function problemOf({ type, value }: Given): Problem | undefined {
  const format = known.get(type);
  const plain = normalized(value);
  if (plain === '') return { code: 'invalid_tax_id', message: 'Write the tax id, with letters or digits.' };
  if (format === undefined) return vatTypes.has(type) ? wrongDigits(plain) : undefined;
  if (!format.fits(plain)) {
    const message = `This is not a valid tax id of type ${type}. Write it like "${format.example}".`;
    return { code: 'invalid_tax_id', message };
  }
  const checked = format.checked?.(plain);
  return checked === undefined || hasRightCheckDigits(...checked) ? undefined : misspelt;
}

/** Types used for organisations before they had those of clients. */
const vatTypes: ReadonlySet<string> = new Set(['vat', 'vat_id']);

const misspelt: Problem = {
  code: 'wrong_check_digit',
  message: 'The check digit is wrong: a character is mistyped. Compare it with their invoice or the official register.',
};

/** Of a VAT number of which only its country says what it is. */
function wrongDigits(plain: string): Problem | undefined {
  const eu = formats.eu_vat;
  return eu.fits(plain) && !hasRightCheckDigits(...eu.checked(plain)) ? misspelt : undefined;
}

/** As they are kept: in their plain form, with the country that gave them. */
export function plainTaxId({ type, value, country }: TaxIdInput): Required<z.output<typeof TaxId>> {
  const plain = normalized(value);
  return { type, value: known.has(type) ? plain : value, country: country ?? countryOf(type, plain) };
}

/** Two letters that VIES has and ISO 3166 has not. */
const ownLetters: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

function countryOf(type: string, plain: string): string | null {
  if (type === 'eu_vat') return ownLetters[plain.slice(0, 2)] ?? plain.slice(0, 2);
  return /^(gb|ch|no|us|ca|au|nz|in|jp|sg|za|br|mx)_/.exec(type)?.[1]?.toUpperCase() ?? null;
}

/** Each id once; one that was there before keeps what its verification found. */
export function taxIdsFrom(inputs: readonly TaxIdInput[], current: readonly VerifiedTaxId[]): VerifiedTaxId[] {
  const before = new Map(current.map((taxId) => [taxIdKey(taxId), taxId]));
  const distinct = new Map(inputs.map(plainTaxId).map((taxId) => [taxIdKey(taxId), taxId]));
  return [...distinct].map(([key, taxId]) => {
    const kept = before.get(key);
    return kept === undefined ? { ...taxId, verification: 'unverified', verified_at: null } : { ...kept, ...taxId };
  });
}

/** One tax id as one text, for looking up who has it. */
export function taxIdKey({ type, value }: Given): string {
  return `${type}:${value}`;
}

/** All keys that a tax id may have, of which nobody says what type it is. */
export function taxIdKeysOf(value: string): string[] {
  const plain = normalized(value);
  const keys = taxIdTypes.map((type) => taxIdKey({ type, value: plain }));
  // Norwegians put their country before it where they write to others.
  return plain.startsWith('NO') ? [...keys, taxIdKey({ type: 'no_orgnr', value: plain.slice(2) })] : keys;
}

function normalized(value: string): string {
  return value.replaceAll(/[\s./-]/g, '').toUpperCase();
}

function matching(pattern: RegExp): (value: string) => boolean {
  return (value) => pattern.test(value);
}
