import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByDeleting } from '../../../operation/undo.ts';
import { Id, recordInput } from '../../../wire/index.ts';
import {
  Account,
  AccountCode,
  accountCodeTaken,
  accountCreated,
  AccountDescription,
  accountExternalIdTaken,
  AccountName,
  AccountTypeInput,
} from './account.ts';
import { accountColumns, lockChart } from './account-store.ts';
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
    description: AccountDescription.nullable().optional(),
    parent_id: Id('account').nullable().optional().describe('Parent account, of the same class.'),
    ...recordInput,
  }),
  output: Account,
  refuses: [accountCodeTaken, accountExternalIdTaken, limitExceeded, notFound, validationFailed],
  emits: [accountCreated],
  async run(context, input) {
    const { db, organization, now } = context;
    const [id, parentId, stamp] = [context.newId(), input.parent_id ?? null, JSON.stringify(actorStamp(context.actor))];
    const chart = await lockChart(context);
    if (chart.size >= accountsMax) throw limitExceeded({ max: accountsMax });
    checkPlace(chart, { id, parentId, class: classOf(input.type) });
    const account = await db.one<Account>(sql`
      insert into accounts as a (organization_id, id, code, name, description, type, parent_id, external_id, metadata,
        custom_fields, tags, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.code}, ${input.name}, ${input.description ?? null}, ${input.type},
        ${parentId}, ${input.external_id ?? null}, ${JSON.stringify(input.metadata ?? {})},
        ${JSON.stringify(input.custom_fields ?? {})}, ${[...new Set(input.tags)]}, ${now}, ${now}, ${stamp}, ${stamp})
      returning ${accountColumns}`);
    context.emit(accountCreated(account));
    return account;
  },
});
