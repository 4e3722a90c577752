import { z } from 'zod';
import { chartsOfAccounts } from '../../core/charts-of-accounts.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  AccountCode,
  accountCodeTaken,
  accountEvents,
  accountsMax,
  accountsNotMapped,
  renumberAccounts,
} from '../ledger/index.ts';
import { readOrganization, setChartOfAccounts } from '../organization/index.ts';

const Changed = z.object({
  id: Id('account'),
  code: z.string(),
  name: z.string(),
  code_before: z.string(),
  name_before: z.string(),
});

export const changeChartOfAccounts = operation({
  name: 'change_chart_of_accounts',
  summary: 'Change the chart of accounts to that of a country, such as SKR03.',
  guidance:
    'Accounts get the codes and names of the new chart; entries and whatever posts to them stay. ' +
    'Names of your own stay. Preview it with dry_run.',
  http: 'POST /accounts/chart',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  cost: 20,
  noUndo: 'set_again',
  input: z.strictObject({
    chart: z.enum(chartsOfAccounts),
    codes: z
      .array(z.strictObject({ from: AccountCode.describe('Code now.'), to: AccountCode.describe('Code then.') }))
      .max(accountsMax)
      .optional()
      .describe('Codes of accounts that the service cannot tell by what they are for.'),
  }),
  output: z.object({
    chart: z.enum(chartsOfAccounts),
    changed: z.array(Changed),
    created: z.array(Changed.pick({ id: true, code: true, name: true })),
  }),
  refuses: [accountCodeTaken, accountsNotMapped, limitExceeded, validationFailed],
  emits: [accountEvents.updated, accountEvents.created],
  async run(context, { chart, codes = [] }) {
    const { chart_of_accounts: before } = await readOrganization(context, { lock: 'change' });
    const { changed, created } = await renumberAccounts(context, { before, after: chart, codes });
    if (chart !== before) setChartOfAccounts(context, chart);
    return {
      chart,
      changed: changed.map(({ before: { code: codeBefore, name: nameBefore }, after: { id, code, name } }) => {
        return { id, code, name, code_before: codeBefore, name_before: nameBefore };
      }),
      created: created.map(({ id, code, name }) => ({ id, code, name })),
    };
  },
});
