import type { Period } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  accountBalances,
  type Cell,
  entriesOf,
  exportAccounts,
  type ExportedEntry,
  factCells,
  factNames,
} from '../../ledger/index.ts';
import { type Table, table } from '../printing/report-table.ts';
import { baseMoney } from '../report.ts';

/** Journal and general ledger of some days, from one reading of the entries. */
export async function journalTables(context: Context, period: Period): Promise<[journal: Table, ledger: Table]> {
  const [accounts, balances] = await Promise.all([exportAccounts(context), accountBalances(context, period)]);
  const money = baseMoney(context);
  const none = factNames.map(() => null);
  const journal: Cell[][] = [];
  const byAccount = new Map<string, Cell[][]>();
  const standing = new Map(balances.map(({ id, opening }) => [id, opening]));
  for await (const entry of entriesOf(context, period)) {
    const about = aboutOf(entry);
    for (const line of entry.lines) {
      const { account, amount, foreign } = line;
      const facts = factCells(line, entry, accounts);
      const { code = null, name = null } = accounts.get(account) ?? {};
      const sides = [money(amount.minor > 0n ? amount.minor : 0n), money(amount.minor < 0n ? -amount.minor : 0n)];
      journal.push([...about, entry.kind, code, name, ...sides, foreign ?? null, foreign?.currency ?? null, ...facts]);
      const balance = (standing.get(account) ?? 0n) + amount.minor;
      standing.set(account, balance);
      const own = byAccount.get(account) ?? [];
      own.push([code, name, ...about, ...sides, money(balance), ...facts]);
      byAccount.set(account, own);
    }
  }
  const ledger = balances.flatMap(({ id, code, name, opening, debit, credit }): Cell[][] => {
    const lines = byAccount.get(id) ?? [];
    if (opening === 0n && lines.length === 0) return [];
    const closing = money(opening + debit - credit);
    return [
      [code, name, period.from, null, 'opening', null, null, null, money(opening), ...none],
      ...lines,
      [code, name, period.to, null, 'closing', null, money(debit), money(credit), closing, ...none],
    ];
  });
  const own = ['date', 'number', 'memo', 'source'];
  const amounts = ['debit', 'credit'];
  return [
    table(
      'journal',
      [...own, 'kind', 'code', 'account', ...amounts, 'original_amount', 'original_currency', ...factNames],
      journal,
    ),
    table('general-ledger', ['code', 'account', ...own, ...amounts, 'balance', ...factNames], ledger),
  ];
}

function aboutOf({ date, number, memo, source }: ExportedEntry): Cell[] {
  return [date, number, memo, source];
}
