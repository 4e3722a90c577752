/** The charts of accounts that an organisation may be founded with, by the names that each is known by at home. */
export const chartNames = {
  generic: 'Daybook',
  skr03: 'SKR03 (DE)',
  skr04: 'SKR04 (DE)',
  at_ekr: 'Einheitskontenrahmen (AT)',
  ch_kmu: 'Kontenrahmen KMU (CH)',
  fr_pcg: 'Plan comptable général (FR)',
  es_pgc: 'Plan General de Contabilidad (ES)',
  be_pcmn: 'PCMN / MAR (BE)',
  nl: 'Decimaal rekeningschema (NL)',
  uk: 'Nominal codes (UK)',
  ie: 'Nominal codes (IE)',
  us: 'Standard chart (US)',
} as const;
export type ChartOfAccounts = keyof typeof chartNames;

// The object is written above, so its keys are exactly these.
export const chartsOfAccounts = Object.keys(chartNames) as [ChartOfAccounts, ...ChartOfAccounts[]];
