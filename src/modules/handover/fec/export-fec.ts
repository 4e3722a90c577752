import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { FileOutput } from '../../../wire/index.ts';
import { accountBalances, entriesOf, exportAccounts } from '../../ledger/index.ts';
import { yearAsked, yearInput } from '../books.ts';
import { fecHeader, fecLines, fecOpening } from './fec-line.ts';

export const exportFec = operation({
  name: 'export_fec',
  summary: 'Export the entries of a fiscal year as the French FEC.',
  guidance: 'Balances brought forward come first, then the entries in the order in which they were posted.',
  http: 'GET /ledger/fec',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({
    ...yearInput,
    siren: z
      .string()
      .regex(/^\d{9}$/)
      .optional()
      .describe('Number of the company (SIREN), which the file is named after.'),
  }),
  output: FileOutput,
  refuses: [limitExceeded, validationFailed],
  async run(context, { siren = '000000000', ...asked }) {
    const { from, to, year } = await yearAsked(context, asked);
    const [accounts, opening] = await Promise.all([exportAccounts(context), broughtForward(context, from)]);
    const currency = context.actor.organization?.baseCurrency ?? 'EUR';
    const parts = [fecHeader(), fecOpening(opening, { day: from, currency })];
    for await (const entry of entriesOf(context, { from, to, asPosted: true })) parts.push(fecLines(entry, accounts));
    const filename = `${siren}FEC${year.to.replaceAll('-', '')}.txt`;
    return { filename, content_type: 'text/plain', content: parts.join('') };
  },
});

/** Balances before a day; what was earned until then is on retained earnings, as if the years had been closed. */
async function broughtForward(context: Context, from: string) {
  const [accounts, balances] = await Promise.all([
    exportAccounts(context),
    accountBalances(context, { from, to: from }),
  ]);
  const isResult = (kind: string) => kind === 'revenue' || kind === 'expense';
  const results = balances.filter((one) => isResult(one.class));
  const earned = sum(results.map(({ opening }) => opening));
  return balances
    .filter((one) => !isResult(one.class))
    .map(({ id, code, name, opening }) => {
      const isRetained = accounts.get(id)?.role === 'retained_earnings';
      return { code, name, minor: opening + (isRetained ? earned : 0n) };
    });
}
