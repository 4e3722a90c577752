/** Name of the tax on sales, and its rates in percent: the standard rate first, then the reduced ones. */
export type CountryRates = { readonly tax: string; readonly rates: readonly string[] };

/**
 * Standard and reduced rates as they stood on 1 January 2026. A country that is not here charges no tax on sales, or
 * charges one that depends on more than the country, as the United States and Canada do.
 */
export const vatRates: Readonly<Record<string, CountryRates>> = {
  AT: { tax: 'USt', rates: ['20', '13', '10'] },
  BE: { tax: 'VAT', rates: ['21', '12', '6'] },
  BG: { tax: 'VAT', rates: ['20', '9'] },
  CY: { tax: 'VAT', rates: ['19', '9', '5', '3'] },
  CZ: { tax: 'DPH', rates: ['21', '12'] },
  DE: { tax: 'USt', rates: ['19', '7'] },
  DK: { tax: 'Moms', rates: ['25'] },
  EE: { tax: 'KM', rates: ['24', '13', '9'] },
  ES: { tax: 'IVA', rates: ['21', '10', '4'] },
  FI: { tax: 'ALV', rates: ['25.5', '13.5', '10'] },
  FR: { tax: 'TVA', rates: ['20', '10', '5.5', '2.1'] },
  GR: { tax: 'VAT', rates: ['24', '13', '6'] },
  HR: { tax: 'PDV', rates: ['25', '13', '5'] },
  HU: { tax: 'ÁFA', rates: ['27', '18', '5'] },
  IE: { tax: 'VAT', rates: ['23', '13.5', '9'] },
  IT: { tax: 'IVA', rates: ['22', '10', '5', '4'] },
  LT: { tax: 'PVM', rates: ['21', '12', '5'] },
  LU: { tax: 'TVA', rates: ['17', '14', '8', '3'] },
  LV: { tax: 'PVN', rates: ['21', '12', '5'] },
  MT: { tax: 'VAT', rates: ['18', '12', '7', '5'] },
  NL: { tax: 'BTW', rates: ['21', '9'] },
  PL: { tax: 'VAT', rates: ['23', '8', '5'] },
  PT: { tax: 'IVA', rates: ['23', '13', '6'] },
  RO: { tax: 'TVA', rates: ['21', '11'] },
  SE: { tax: 'Moms', rates: ['25', '12', '6'] },
  SI: { tax: 'DDV', rates: ['22', '9.5', '5'] },
  SK: { tax: 'DPH', rates: ['23', '19', '5'] },
  // Europe beyond the Union, and elsewhere.
  CH: { tax: 'MWST', rates: ['8.1', '3.8', '2.6'] },
  GB: { tax: 'VAT', rates: ['20', '5'] },
  IS: { tax: 'VSK', rates: ['24', '11'] },
  LI: { tax: 'MWST', rates: ['8.1', '3.8', '2.6'] },
  NO: { tax: 'MVA', rates: ['25', '15', '12'] },
  AE: { tax: 'VAT', rates: ['5'] },
  AU: { tax: 'GST', rates: ['10'] },
  JP: { tax: 'JCT', rates: ['10', '8'] },
  MX: { tax: 'IVA', rates: ['16'] },
  NZ: { tax: 'GST', rates: ['15'] },
  SA: { tax: 'VAT', rates: ['15'] },
  SG: { tax: 'GST', rates: ['9'] },
  ZA: { tax: 'VAT', rates: ['15'] },
};
