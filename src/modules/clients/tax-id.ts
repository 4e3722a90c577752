import { z } from 'zod';
import { Text } from '../../wire/index.ts';

/** The two letters are those of VIES, where Greece is EL and Northern Ireland XI. */
const euVat: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B[A-Z0-9+*]{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^[1-9]\d{7}$/,
  SK: /^[1-9]\d{9}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

type Format = { readonly fits: (value: string) => boolean; readonly example: string };

/** What the authorities write, without the spaces, dots and dashes that people put in between. */
const formats = {
  eu_vat: { fits: (value) => euVat[value.slice(0, 2)]?.test(value.slice(2)) ?? false, example: 'DE123456789' },
  gb_vat: { fits: matching(/^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/), example: 'GB123456789' },
  ch_uid: { fits: matching(/^CHE\d{9}(MWST|TVA|IVA)?$/), example: 'CHE-123.456.789 MWST' },
  no_orgnr: { fits: matching(/^\d{9}(MVA)?$/), example: '123456789MVA' },
  us_ein: { fits: matching(/^\d{9}$/), example: '12-3456789' },
  ca_gst: { fits: matching(/^\d{9}RT\d{4}$/), example: '123456789RT0001' },
  au_abn: { fits: matching(/^\d{11}$/), example: '51 824 753 556' },
  nz_gst: { fits: matching(/^\d{8,9}$/), example: '123-456-789' },
  in_gst: { fits: matching(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/), example: '22AAAAA0000A1Z5' },
  jp_trn: { fits: matching(/^T\d{13}$/), example: 'T1234567891234' },
  sg_gst: { fits: matching(/^([A-Z0-9]{9,10}|M\d{8}[A-Z0-9])$/), example: 'M12345678X' },
  za_vat: { fits: matching(/^4\d{9}$/), example: '4123456789' },
  br_cnpj: { fits: matching(/^[A-Z0-9]{12}\d{2}$/), example: '01.234.456/5432-10' },
  mx_rfc: { fits: matching(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/), example: 'ABC010203AB9' },
  other: { fits: (value) => value !== '', example: '123' },
} as const satisfies Readonly<Record<string, Format>>;

type TaxIdType = keyof typeof formats;
// keyof loses the order and the non-emptiness that an object literal plainly has.
const taxIdTypes = Object.keys(formats) as [TaxIdType, ...TaxIdType[]];
const taxIdsMax = 10;

export const TaxId = z.object({
  type: z.enum(taxIdTypes),
  value: z.string(),
  verification: z.enum(['unverified', 'valid', 'invalid', 'unavailable']),
  verified_at: z.string().nullable(),
});
export type TaxId = z.output<typeof TaxId>;

export const TaxIdInput = z
  .strictObject({ type: z.enum(taxIdTypes), value: Text(40) })
  .superRefine(({ type, value }, refinement) => {
    const { fits, example } = formats[type];
    if (fits(normalized(value))) return;
    const message = `This is not a tax id of the type ${type}. Write it such as "${example}".`;
    refinement.addIssue({ code: 'custom', path: ['value'], message, params: { code: 'invalid_tax_id' } });
  });
export type TaxIdInput = z.output<typeof TaxIdInput>;

export const TaxIdInputs = z.array(TaxIdInput).max(taxIdsMax);

/** Each id once, in its plain form; one that was there before keeps what its verification found. */
export function taxIdsFrom(inputs: readonly TaxIdInput[], current: readonly TaxId[]): TaxId[] {
  const known = new Map(current.map((taxId) => [taxIdKey(taxId), taxId]));
  const taxIds = inputs.map(({ type, value }) => ({ type, value: normalized(value) }));
  const distinct = new Map(taxIds.map((taxId) => [taxIdKey(taxId), taxId]));
  return [...distinct].map(
    ([key, taxId]) => known.get(key) ?? { ...taxId, verification: 'unverified', verified_at: null },
  );
}

/** One tax id as one text, for looking up who has it. */
export function taxIdKey({ type, value }: TaxIdInput): string {
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
