import type { Fill, ShopActions } from './fill.ts';

let codes = 1_900_000;

/** A bank account of its own account in the chart. */
export async function newBankAccount({ call, fresh }: Pick<ShopActions, 'call' | 'fresh'>) {
  codes += 1;
  const account = await call('create_account', { code: String(codes), name: fresh('account'), type: 'bank' });
  return { name: fresh('bank'), account_id: account.id };
}

/** A file with one line of that text. */
export function bankFile(text: string): string {
  return `Buchungstag;Betrag;Verwendungszweck\n02.03.2026;-3,20;"${text}"\n`;
}

export const fillBank: Fill = async ({ call, fresh }, { account }) => {
  const bankAccount = await call('create_bank_account', { name: fresh('bank'), account_id: account.id });
  const send = () =>
    call('import_bank_statement', {
      bank_account_id: bankAccount.id,
      content: bankFile(fresh('line')),
      filename: fresh('file'),
    });
  await send();
  const { lines } = await send();
  const bankImport = await send();
  const [bankStatement] = bankImport.statements;
  const expenses = (await call('list_accounts', { code: '6700' })).data[0];
  const matched = await call('match_bank_line', { id: lines[0].line_id, targets: [{ account_id: expenses.id }] });
  const [bankMatch] = matched.matches;
  return { bankAccount, bankImport, bankStatement, bankLine: { id: bankImport.lines[0].line_id }, bankMatch };
};
