import type { ChartOfAccounts } from './charts-of-accounts.ts';
import { currencies } from './currency.ts';

/** Countries whose currency does not begin with their own two letters, by the currency. */
const sharedCurrencies: Readonly<Record<string, string>> = {
  AUD: 'CC CX HM KI NF NR TV',
  CHF: 'LI',
  DKK: 'FO GL',
  EUR: `AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT`,
  GBP: 'GG GS IM JE',
  ILS: 'PS',
  MAD: 'EH',
  NOK: 'BV SJ',
  NZD: 'CK NU PN TK',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
};

/** Codes that begin with a country's letters and are units of account, funds or former money of it. */
const unusual = new Set(['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED']);

const byCountry: ReadonlyMap<string, string> = new Map([
  ...currencies.filter((code) => !unusual.has(code)).map((code) => [code.slice(0, 2), code] as const),
  ...Object.entries(sharedCurrencies).flatMap(([code, countries]) =>
    countries.split(' ').map((country) => [country, code] as const),
  ),
]);

/** The most populous time zone of each country that has several. */
const mainTimeZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** The currency that books are kept in where nobody says otherwise; undefined for a country that we know none of. */
export function countryCurrency(country: string): string | undefined {
  return byCountry.get(country);
}

/** The time zone of most people in a country; undefined where there is none. */
export function countryTimeZone(country: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  return mainTimeZones[country] ?? new Intl.Locale(`und-${country}`).getTimeZones()?.[0];
}

const charts: Readonly<Record<string, ChartOfAccounts>> = {
  AT: 'at_ekr',
  BE: 'be_pcmn',
  CH: 'ch_kmu',
  DE: 'skr03',
  ES: 'es_pgc',
  FR: 'fr_pcg',
  GB: 'uk',
  IE: 'ie',
  LI: 'ch_kmu',
  NL: 'nl',
  US: 'us',
};

/** The chart that small businesses of a country use most. */
export function countryChart(country: string): ChartOfAccounts {
  return charts[country] ?? 'generic';
}
