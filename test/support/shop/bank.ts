import { notificationOf } from '../camt-batch.ts';
import type { Fill, ShopActions } from './fill.ts';

/** A bank account of its own account in the chart. */
export async function newBankAccount({ call, fresh }: Pick<ShopActions, 'call' | 'fresh'>) {
  const name = fresh('account');
  const code = `19${/\d+$/.exec(name)?.[0].padStart(5, '0')}`;
  const account = await call('create_account', { code, name, type: 'bank' });
  return { name: fresh('bank'), account_id: account.id };
}

/** A file with one line of that text. */
export function bankFile(text: string): string {
  return `Buchungstag;Betrag;Verwendungszweck\n02.03.2026;-3,20;"${text}"\n`;
}

/** A rule for lines with a word of its own. */
export async function newBankRule({ call, fresh }: Pick<ShopActions, 'call' | 'fresh'>) {
  const [account] = (await call('list_accounts', { code: '6700' })).data;
  const name = fresh('rule');
  return { name, conditions: { words_all: [name] }, targets: [{ account_id: account.id }] };
}

/** A bank account with a statement that the books agree with. */
export async function agreeingAccount(hands: Pick<ShopActions, 'call' | 'fresh'>) {
  const { call, fresh } = hands;
  const { id } = await call('create_bank_account', { ...(await newBankAccount(hands)) });
  const content = [
    ':20:S',
    ':25:1/2',
    ':28C:1/1',
    ':60F:C260301EUR0,00',
    `:61:2603020302C12,34NTRFNONREF`,
    `:86:${fresh('line')}`,
    ':62F:C260302EUR12,34',
    '-',
  ].join('\n');
  const { lines } = await call('import_bank_statement', { bank_account_id: id, content });
  const [account] = (await call('list_accounts', { code: '4800' })).data;
  await call('match_bank_line', { id: lines[0].line_id, targets: [{ account_id: account.id }] });
  return { id };
}

/** A line with the details of a notification, of which another entry waits for its statement. */
async function explainedLine(hands: Pick<ShopActions, 'call' | 'fresh'>): Promise<void> {
  const { call, fresh } = hands;
  const { id } = await call('create_bank_account', { ...(await newBankAccount(hands)) });
  await call('import_bank_statement', { bank_account_id: id, content: bankFile(fresh('line')) });
  const payments = ['1.00', '2.20'].map((amount) => ({ amount, text: fresh('payment') }));
  const batch = { amount: '3.20', mark: 'DBIT', day: '2026-03-02', payments } as const;
  const content = notificationOf([batch, { ...batch, amount: '3.30' }], { iban: 'DE02120300000000202051' });
  const { lines_explained: explained } = await call('import_bank_statement', {
    bank_account_id: id,
    content: content.toString(),
  });
  if (explained !== 1) throw new Error('the notification explains no line');
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
  const bankReconciliation = await call('reconcile_bank_account', await agreeingAccount({ call, fresh }));
  const bankRule = await call('create_bank_rule', await newBankRule({ call, fresh }));
  await explainedLine({ call, fresh });
  const bankLine = { id: bankImport.lines[0].line_id };
  return { bankAccount, bankImport, bankStatement, bankLine, bankMatch, bankReconciliation, bankRule };
};
