import type { Period } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountBalances, entriesOf, entryFacts, exportAccounts, factNames, lineFacts } from '../../ledger/index.ts';
import { type Cells, take, type Table, table } from '../printing/report-table.ts';
import { baseMoney } from '../report.ts';

const about = ['date', 'number', 'memo', 'source'] as const;
const sides = ['debit', 'credit'] as const;
const original = ['original_amount', 'original_currency'] as const;
const ofJournal = [...about, 'kind', 'code', 'account', ...sides, ...original, ...factNames] as const;
const ofLedger = ['code', 'account', ...about, ...sides, 'balance', ...factNames] as const;
type LedgerCells = Cells<(typeof ofLedger)[number]>;

/** Journal and general ledger of some days, from one reading of the entries. */
export async function journalTables(context: Context, period: Period): Promise<[journal: Table, ledger: Table]> {
  const [accounts, balances] = await Promise.all([exportAccounts(context), accountBalances(context, period)]);
  const money = baseMoney(context);
  const journal: Cells<(typeof ofJournal)[number]>[] = [];
  const byAccount = new Map<string, LedgerCells[]>();
  const standing = new Map(balances.map(({ id, opening }) => [id, opening]));
  for await (const entry of entriesOf(context, period)) {
    for (const line of entry.lines) {
      const { account: id, amount, foreign } = line;
      const { code = null, name: account = null } = accounts.get(id) ?? {};
      const debit = money(amount.minor > 0n ? amount.minor : 0n);
      const credit = money(amount.minor < 0n ? -amount.minor : 0n);
      const facts = { ...entryFacts(entry), ...lineFacts(line, entry, accounts) };
      const cells = { code, account, ...take(entry, about), debit, credit, ...facts };
      const currency = foreign?.currency ?? null;
      journal.push({ ...cells, kind: entry.kind, original_amount: foreign ?? null, original_currency: currency });
      const balance = (standing.get(id) ?? 0n) + amount.minor;
      standing.set(id, balance);
      const own = byAccount.get(id) ?? [];
      own.push({ ...cells, balance: money(balance) });
      byAccount.set(id, own);
    }
  }
  const ledger = balances.flatMap(({ id, code, name: account, opening, debit, credit }): LedgerCells[] => {
    const lines = byAccount.get(id) ?? [];
    if (opening === 0n && lines.length === 0) return [];
    const closing = { debit: money(debit), credit: money(credit), balance: money(opening + debit - credit) };
    return [
      { code, account, date: period.from, memo: 'opening', balance: money(opening) },
      ...lines,
      { code, account, date: period.to, memo: 'closing', ...closing },
    ];
  });
  return [
    table('journal', ofJournal, (row) => journal.map(row)),
    table('general-ledger', ofLedger, (row) => ledger.map(row)),
  ];
}
