import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import type { AccountType, LedgerRole } from '../accounts/chart.ts';
import { atEkr } from './at-ekr.ts';
import { bePcmn } from './be-pcmn.ts';
import { chKmu } from './ch-kmu.ts';
import type { ChartRow } from './chart-row.ts';
import { esPgc } from './es-pgc.ts';
import { frPcg } from './fr-pcg.ts';
import { generic } from './generic.ts';
import { ie } from './ie.ts';
import { nl } from './nl.ts';
import { skr03 } from './skr03.ts';
import { skr04 } from './skr04.ts';
import { uk } from './uk.ts';
import { us } from './us.ts';

export type ChartAccount = {
  readonly code: string;
  readonly name: string;
  /** Null where the name is English. */
  readonly englishName: string | null;
  readonly type: AccountType;
  readonly role: LedgerRole | null;
  /** What the account is for, in words that are the same in every chart. */
  readonly meaning: string;
};

/** Numbers are those of published charts; where a chart has none for a purpose, the account has a free one. */
const rows: Readonly<Record<ChartOfAccounts, readonly ChartRow[]>> = {
  generic,
  skr03,
  skr04,
  at_ekr: atEkr,
  ch_kmu: chKmu,
  fr_pcg: frPcg,
  es_pgc: esPgc,
  be_pcmn: bePcmn,
  nl,
  uk,
  ie,
  us,
};

/** What the accounts of the generic chart are called in all others. */
const sameAs: Readonly<Record<string, string>> = {
  Equipment: 'Office equipment',
  Loans: 'Bank loans',
  'Rent and utilities': 'Rent',
  'Office and software': 'Office supplies',
  'Professional fees': 'Legal and consulting fees',
  Wages: 'Wages and salaries',
};

export function accountsOf(chart: ChartOfAccounts): readonly ChartAccount[] {
  return rows[chart].map(([code, name, english, type, role = null]) => {
    const meaning = english ?? sameAs[name] ?? name;
    return { code, name, englishName: english === name ? null : english, type, role, meaning };
  });
}

/** The code in a chart of the account that has this code in the generic one. */
export function codeIn(chart: ChartOfAccounts, genericCode: string): string {
  const here = accountsOf('generic').find(({ code }) => code === genericCode);
  const there = accountsOf(chart).find(({ role, meaning }) => {
    return role === here?.role && (role !== null || meaning === here.meaning);
  });
  if (there === undefined) throw new RangeError(`${chart} has no account for ${genericCode}`);
  return there.code;
}
