/** A rule books nothing that whoever makes it could not record by hand. */
import { sql } from '../../../db/sql.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { createSupplierPayment } from '../../expenses/index.ts';
import { createJournalEntry, isControl, loadAccounts } from '../../ledger/index.ts';
import { createPayment, createTransfer } from '../../payments/index.ts';
import { moneyTypes } from '../matching/deeds.ts';
import { type BankRule, type BankRuleConditions, type BankRuleTarget } from './bank-rule.ts';

export type RuleMade = Pick<BankRule, 'mode' | 'conditions' | 'targets'>;

export async function checkRule(context: Context, { mode, conditions, targets }: RuleMade): Promise<void> {
  await checkThere(context, conditions, targets);
  checkDirection(conditions, targets);
  const { words_all: all, words_any: any, counterparty_name: name, counterparty_account: account } = conditions;
  const isTold = all.length + any.length > 0 || name !== null || account !== null;
  const { bank_account_ids: banks, direction, amount_min: min, amount_max: max, currency } = conditions;
  if (!isTold && mode === 'book') {
    const message = 'Name words of the text, the counterparty or its account: an amount alone never books.';
    throw fault('/conditions', 'too_wide', message);
  }
  if (!isTold && banks.length === 0 && [direction, min, max, currency].every((one) => one === null)) {
    throw fault('/conditions', 'no_condition', 'Name at least one condition, such as `words_all`.');
  }
}

async function checkThere(
  context: Context,
  { bank_account_ids: banks }: BankRuleConditions,
  targets: readonly BankRuleTarget[],
): Promise<void> {
  const { db, organization } = context;
  const named = (field: 'account_id' | 'bank_account_id') => targets.flatMap((target) => target[field] ?? []);
  const parties = targets.flatMap(({ client_id: client, supplier_id: supplier }) => client ?? supplier ?? []);
  const [accounts, foundBanks, foundParties] = await Promise.all([
    loadAccounts(context, named('account_id')),
    db.many<{ id: string }>(sql`
      select id from bank_accounts where organization_id = ${organization}
        and id = any(${[...banks, ...named('bank_account_id')]}::uuid[])`),
    db.many<{ id: string }>(sql`
      select id from bank_parties where organization_id = ${organization} and id = any(${parties}::uuid[])`),
  ]);
  const bankIds = new Set(foundBanks.map(({ id }) => id));
  const partyIds = new Set(foundParties.map(({ id }) => id));
  const lost = banks.findIndex((id) => !bankIds.has(id));
  if (lost !== -1) throw missing(`/conditions/bank_account_ids/${lost}`, 'bank account');
  const rights = new Set<string>();
  for (const [index, target] of targets.entries()) {
    const at = (field: string) => `/targets/${index}/${field}`;
    const { account_id: accountId, bank_account_id: bankId, client_id: clientId, supplier_id: supplierId } = target;
    if (bankId !== null && !bankIds.has(bankId)) throw missing(at('bank_account_id'), 'bank account');
    if (clientId !== null && !partyIds.has(clientId)) throw missing(at('client_id'), 'client');
    if (supplierId !== null && !partyIds.has(supplierId)) throw missing(at('supplier_id'), 'client');
    const account = accountId === null ? undefined : accounts.get(accountId);
    if (accountId !== null && account === undefined) throw missing(at('account_id'), 'account');
    if (account !== undefined && isControl(account)) {
      const message =
        'Receivables, payables and stock are posted by sales, expenses and counts. Choose another account.';
      throw fault(at('account_id'), 'control_account', message);
    }
    const isTransfer = bankId !== null || (account !== undefined && moneyTypes.has(account.type));
    const booked = isTransfer ? createTransfer : clientId ? createPayment : supplierId ? createSupplierPayment : null;
    rights.add((booked ?? createJournalEntry).permission);
  }
  for (const permission of rights) needPermission(context, permission);
}

function checkDirection({ direction }: BankRuleConditions, targets: readonly BankRuleTarget[]): void {
  for (const [index, { client_id: client, supplier_id: supplier }] of targets.entries()) {
    if (client !== null && direction !== 'in') {
      const message = 'Credit of a client is money in: set `conditions.direction` to "in".';
      throw fault(`/targets/${index}/client_id`, 'wrong_direction', message);
    }
    if (supplier !== null && direction !== 'out') {
      const message = 'Credit with a supplier is money out: set `conditions.direction` to "out".';
      throw fault(`/targets/${index}/supplier_id`, 'wrong_direction', message);
    }
  }
}
