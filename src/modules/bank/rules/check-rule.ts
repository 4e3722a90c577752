/** A rule books nothing that whoever makes it could not record by hand. */
import { sql } from '../../../db/sql.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { checkedValues, dimensionValuesNamed } from '../../dimensions/index.ts';
import { createSupplierPayment } from '../../expenses/index.ts';
import { createJournalEntry, isControl, loadAccounts } from '../../ledger/index.ts';
import { createPayment, createTransfer } from '../../payments/index.ts';
import { moneyTypes } from '../matching/deeds.ts';
import { type BankRule, type BankRuleConditions, type BankRuleTarget } from './bank-rule.ts';

export type RuleMade = Pick<BankRule, 'mode' | 'conditions' | 'targets'>;

export async function checkRule(context: Context, { mode, conditions, targets }: RuleMade): Promise<void> {
  await checkBookable(context, targets);
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

type Ids = Partial<Readonly<Record<'account_id' | 'client_id' | 'supplier_id' | 'bank_account_id', string | null>>>;
type Naming = {
  readonly conditions: { readonly bank_account_ids?: readonly string[] | undefined };
  readonly targets: readonly ({ readonly [Field in keyof Ids]?: Ids[Field] | undefined } & {
    readonly dimension_value_ids?: readonly string[] | undefined;
  })[];
};

/** What is not there is refused before anything is said of how it is used. */
export async function checkNamed(context: Context, { conditions, targets }: Naming): Promise<void> {
  const { db, organization } = context;
  const banks = conditions.bank_account_ids ?? [];
  const all = (field: keyof Ids) => targets.flatMap((target) => target[field] ?? []);
  const [values, accounts, foundBanks, foundParties] = await Promise.all([
    dimensionValuesNamed(context, targets),
    loadAccounts(context, all('account_id')),
    db.many<{ id: string }>(sql`
      select id from bank_accounts where organization_id = ${organization}
        and id = any(${[...banks, ...all('bank_account_id')]}::uuid[])`),
    db.many<{ id: string }>(sql`
      select id from bank_parties where organization_id = ${organization}
        and id = any(${[...all('client_id'), ...all('supplier_id')]}::uuid[])`),
  ]);
  const known = new Set([...accounts.keys(), ...foundBanks.map(({ id }) => id), ...foundParties.map(({ id }) => id)]);
  const lost = banks.findIndex((id) => !known.has(id));
  if (lost !== -1) throw missing(`/conditions/bank_account_ids/${lost}`, 'bank account');
  for (const [index, target] of targets.entries()) {
    for (const [field, kind] of kinds) {
      const id = target[field] ?? null;
      if (id !== null && !known.has(id)) throw missing(`/targets/${index}/${field}`, kind);
    }
    checkedValues(target.dimension_value_ids ?? [], {
      values,
      day: context.today,
      pointer: `/targets/${index}/dimension_value_ids`,
    });
  }
}

const kinds = [
  ['account_id', 'account'],
  ['client_id', 'client'],
  ['supplier_id', 'client'],
  ['bank_account_id', 'bank account'],
] as const;

/** Accounts that entries by hand may be on, and the permissions that recording by hand asks for. */
async function checkBookable(context: Context, targets: readonly BankRuleTarget[]): Promise<void> {
  const accounts = await loadAccounts(
    context,
    targets.flatMap(({ account_id: id }) => id ?? []),
  );
  for (const [index, { account_id: accountId, ...target }] of targets.entries()) {
    const account = accountId === null ? undefined : accounts.get(accountId);
    if (account !== undefined && isControl(account)) {
      const message =
        'Receivables, payables and stock are posted by sales, expenses and counts. Choose another account.';
      throw fault(`/targets/${index}/account_id`, 'control_account', message);
    }
    const holdsMoney = account !== undefined && moneyTypes.has(account.type);
    needPermission(context, recorderOf(target, holdsMoney).permission);
  }
}

type Others = Omit<BankRuleTarget, 'account_id'>;

function recorderOf({ bank_account_id: bank, client_id: client, supplier_id: supplier }: Others, holdsMoney: boolean) {
  if (bank !== null || holdsMoney) return createTransfer;
  if (client !== null) return createPayment;
  return supplier === null ? createJournalEntry : createSupplierPayment;
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
