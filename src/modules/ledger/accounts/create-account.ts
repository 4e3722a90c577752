import { z } from 'zod';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { Id, recordInput } from '../../../wire/index.ts';
import {
  Account,
  AccountCode,
  accountCodeTaken,
  AccountDescription,
  accountExternalIdTaken,
  AccountName,
  accounts,
  AccountTypeInput,
  CurrencyOutflow,
  EnglishName,
} from './account.ts';
import { lockChart } from './lock-chart.ts';
import { checkPlace, classOf } from '../chart-position.ts';

/** Reports ask for each account on its own, so there is an end to how many there are. */
export const accountsMax = 1_000;

export const createAccount = operation({
  name: 'create_account',
  summary: 'Create an account in the chart of accounts.',
  http: 'POST /accounts',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByDeleting('account'),
  input: z.strictObject({
    code: AccountCode,
    name: AccountName,
    type: AccountTypeInput,
    english_name: EnglishName.nullable().optional(),
    description: AccountDescription.nullable().optional(),
    parent_id: Id('account').nullable().optional().describe('Parent account, of the same class.'),
    currency_outflow: CurrencyOutflow.default('average'),
    ...recordInput,
  }),
  output: Account,
  refuses: [accountCodeTaken, accountExternalIdTaken, limitExceeded, notFound, validationFailed],
  emits: [accounts.events.created],
  async run(context, input) {
    const id = context.newId();
    const chart = await lockChart(context);
    if (chart.size >= accountsMax) throw limitExceeded({ max: accountsMax });
    checkPlace(chart, { id, parentId: input.parent_id ?? null, class: classOf(input.type) });
    return accounts.create(context, id, input);
  },
});
