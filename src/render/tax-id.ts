import type { TaxId } from './facts.ts';
import type { Labels } from './labels.ts';

const vatTypes: ReadonlySet<string> = new Set(['eu_vat', 'gb_vat', 'ch_uid', 'no_orgnr', 'vat', 'vat_id']);
const localTypes: ReadonlySet<string> = new Set(['local', 'tax_number', 'steuernummer']);
/** Types that say nothing of what the number is. */
const unnamedTypes: ReadonlySet<string> = new Set(['other', 'unknown', 'tax_id']);
/** Printed names of tax numbers, the same in every language. */
const printedAs: Readonly<Record<string, string>> = {
  us_ein: 'EIN',
  ca_gst: 'GST/HST',
  au_abn: 'ABN',
  nz_gst: 'GST',
  nz_nzbn: 'NZBN',
  in_gst: 'GSTIN',
  sg_gst: 'GST',
  jp_trn: 'TRN',
  za_vat: 'VAT',
  br_cnpj: 'CNPJ',
  mx_rfc: 'RFC',
};

/** Scheme of a tax number, by the type that the user gave it. */
export function taxIdFrom({ type, value }: { readonly type: string; readonly value: string }): TaxId {
  const name = type.toLowerCase();
  if (vatTypes.has(name)) return { scheme: 'vat', value, label: null };
  if (localTypes.has(name)) return { scheme: 'local', value, label: null };
  const label = unnamedTypes.has(name) ? null : (printedAs[name] ?? type.replaceAll('_', ' ').toUpperCase());
  return { scheme: 'other', value, label };
}

/** Only a VAT id is called one. */
export function taxIdLabel({ scheme, label }: Pick<TaxId, 'scheme' | 'label'>, labels: Labels): string {
  return label ?? (scheme === 'vat' ? labels.vatId : labels.taxNumber);
}
