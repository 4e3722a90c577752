import type { AccountType, ExportedAccount } from '../../ledger/index.ts';

type Grouping = { readonly category: string; readonly code: string };

/** Groupings of the Norwegian business specification (næringsspesifikasjon), by type of account. */
const byType: Readonly<Record<AccountType, Grouping>> = {
  cash: { category: 'balanseverdiForOmloepsmiddel', code: '1900' },
  bank: { category: 'balanseverdiForOmloepsmiddel', code: '1920' },
  accounts_receivable: { category: 'balanseverdiForOmloepsmiddel', code: '1500' },
  inventory: { category: 'balanseverdiForOmloepsmiddel', code: '1400' },
  other_current_asset: { category: 'balanseverdiForOmloepsmiddel', code: '1570' },
  tax_receivable: { category: 'balanseverdiForOmloepsmiddel', code: '1570' },
  fixed_asset: { category: 'balanseverdiForAnleggsmiddel', code: '1280' },
  accounts_payable: { category: 'kortsiktigGjeld', code: '2400' },
  credit_card: { category: 'kortsiktigGjeld', code: '2380' },
  tax_payable: { category: 'kortsiktigGjeld', code: '2740' },
  other_current_liability: { category: 'kortsiktigGjeld', code: '2990' },
  long_term_liability: { category: 'langsiktigGjeld', code: '2290' },
  equity: { category: 'egenkapital', code: '2050' },
  retained_earnings: { category: 'egenkapital', code: '2050' },
  revenue: { category: 'salgsinntekt', code: '3000' },
  other_income: { category: 'annenDriftsinntekt', code: '3900' },
  cost_of_goods_sold: { category: 'varekostnad', code: '4005' },
  expense: { category: 'annenDriftskostnad', code: '7700' },
  other_expense: { category: 'annenDriftskostnad', code: '7700' },
};

const byRole: Readonly<Record<string, Grouping>> = {
  member_payable: { category: 'kortsiktigGjeld', code: '2910' },
  client_credit: { category: 'kortsiktigGjeld', code: '2900' },
  client_deposits: { category: 'kortsiktigGjeld', code: '2900' },
  bad_debt: { category: 'annenDriftskostnad', code: '7830' },
  fx_gain: { category: 'finansinntekt', code: '8060' },
  fx_loss: { category: 'finanskostnad', code: '8160' },
};

export function groupingOf({ type, role }: Pick<ExportedAccount, 'type' | 'role'>): Grouping {
  return byRole[role ?? ''] ?? byType[type];
}
