import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, recordPatch, sent } from '../../../wire/index.ts';
import {
  Account,
  AccountCode,
  accountCodeTaken,
  AccountDescription,
  accountExternalIdTaken,
  accountIsSystem,
  AccountName,
  accountPosted,
  accounts,
  AccountTypeInput,
  CurrencyOutflow,
  EnglishName,
} from './account.ts';
import { asRead, lockChart } from './lock-chart.ts';
import { checkPlace, classOf } from '../chart-position.ts';

export const updateAccount = operation({
  name: 'update_account',
  summary: 'Update an account. Fields left out are unchanged, null clears them.',
  guidance: 'The type is fixed once the account has entries.',
  http: 'PATCH /accounts/{id}',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_account'),
  input: z.strictObject({
    id: Id('account'),
    code: AccountCode.optional(),
    name: AccountName.optional(),
    type: AccountTypeInput.optional(),
    english_name: EnglishName.nullable().optional(),
    description: AccountDescription.nullable().optional(),
    parent_id: Id('account').nullable().optional(),
    currency_outflow: CurrencyOutflow.optional().describe('Of what leaves from now on.'),
    ...recordPatch,
  }),
  output: Account,
  refuses: [
    accountCodeTaken,
    accountExternalIdTaken,
    accountIsSystem,
    accountPosted,
    notFound,
    validationFailed,
    versionConflict,
  ],
  emits: [accounts.events.updated],
  async run(context, { id, version, ...change }) {
    const moves = change.type !== undefined || change.parent_id !== undefined;
    const chart = moves ? await lockChart(context) : undefined;
    const current = chart === undefined ? await accounts.lock(context, id, version) : asRead(chart.get(id), version);
    const changed: Account = { ...current, ...sent(change) };
    if (chart !== undefined) await checkMove(context, chart, current, changed);
    return accounts.update(context, current, changed);
  },
});

async function checkMove(
  context: Context,
  chart: ReadonlyMap<string, Account>,
  current: Account,
  changed: Account,
): Promise<void> {
  const newClass = classOf(changed.type);
  if (changed.type !== current.type) {
    if (current.system_role !== null) throw accountIsSystem({ system_role: current.system_role });
    if (await hasEntries(context, current.id)) throw accountPosted();
    const children = [...chart.values()].filter(({ parent_id: parent }) => parent === current.id);
    if (newClass !== current.class && children.length > 0) throw hasChildren();
  }
  checkPlace(chart, { id: current.id, parentId: changed.parent_id, class: newClass });
}

async function hasEntries({ db, organization }: Context, id: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select from account_days where organization_id = ${organization} and account_id = ${id} limit 1`);
  return found !== undefined;
}

function hasChildren(): Error {
  const message = 'Move its subaccounts first: they have the same class.';
  return validationFailed({ errors: [{ pointer: '/type', code: 'has_children', message }], hint: message });
}
