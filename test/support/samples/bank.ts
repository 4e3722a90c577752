import type { Shop } from '../shop/fill.ts';
import { agreeingAccount, bankFile, newBankAccount, newBankRule } from '../shop/bank.ts';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newAccount: Make = (shop) => newBankAccount(shop);

const newFile: Make = ({ fresh, ids }) => ({ bank_account_id: ids['bank'], content: bankFile(fresh('line')) });

/** The id of a line that nothing is done with yet. */
async function newLine(shop: Shop): Promise<string> {
  const content = bankFile(shop.fresh('line'));
  return (await shop.call('import_bank_statement', { bank_account_id: shop.ids['bank'], content })).lines[0].line_id;
}

/** A line and the account of the chart that it is booked on. */
const newMatch: Make = async (shop) => {
  const [account] = (await shop.call('list_accounts', { code: '6700' })).data;
  return { id: await newLine(shop), targets: [{ account_id: account.id }], memo: shop.fresh('fee') };
};

const newExclusion: Make = async (shop) => ({ id: await newLine(shop), reason: 'Booked by mistake.' });

/** A bank account with a line that names its sale, on a day of its own. */
const newCertainLine: Make = async (shop, sample) => ({ id: (await newPaidSale(shop, sample))['bank_account_id'] });

/** A sale and the line that names it. */
const newPaidSale: Make = async (shop) => {
  const { id } = await shop.call('create_bank_account', { ...(await newBankAccount(shop)) });
  const sale = await shop.call('create_sale', {
    client_id: shop.ids['client'],
    lines: [{ name: 'Work', quantity: '1', unit_price: '12.34' }],
    sale_date: '2026-03-02',
    confirm: true,
  });
  const content = `Buchungstag;Betrag;Verwendungszweck\n02.03.2026;${sale.total.replace('.', ',')};${sale.number}\n`;
  await shop.call('import_bank_statement', { bank_account_id: id, content });
  return { bank_account_id: id, reference: sale.number, invoices: [{ sale_id: sale.id }] };
};

/** A rule that no line of the shop fits but its own. */
const newRule: Make = (shop) => newBankRule(shop);

/** A bank account with a line that a rule of its own books. */
const newRuledLine: Make = async (shop) => {
  const { id } = await shop.call('create_bank_account', { ...(await newBankAccount(shop)) });
  const rule = await newBankRule(shop);
  await shop.call('create_bank_rule', { ...rule, mode: 'book' });
  await shop.call('import_bank_statement', { bank_account_id: id, content: bankFile(rule.name) });
  return { id };
};

export const bankSamples: Samples = {
  ...lifecycle('bank_account', newAccount, { holder: 'Ana' }),
  ...lifecycle('bank_rule', newRule, { memo: 'By the rule' }),
  reorder_bank_rules: async (shop) => ({
    ids: [(await shop.call('create_bank_rule', { ...(await newBankRule(shop)) })).id],
  }),
  preview_bank_rule: newRule,
  list_bank_rule_proposals: () => ({}),
  apply_bank_rules: newRuledLine,
  import_bank_statement: newFile,
  delete_bank_import: of('import_bank_statement', newFile),
  match_bank_line: newMatch,
  unmatch_bank_line: of('match_bank_line', newMatch),
  match_bank_lines: newCertainLine,
  reconcile_payment: newPaidSale,
  exclude_bank_line: newExclusion,
  preview_bank_reconciliation: agreeingAccount,
  reconcile_bank_account: agreeingAccount,
  reopen_bank_reconciliation: of('reconcile_bank_account', agreeingAccount, { reason: 'A line was wrong.' }),
  restore_bank_line: of('exclude_bank_line', newExclusion),
};
