import { z } from 'zod';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, FileOutput } from '../../../wire/index.ts';
import { exportJournal, journalFormats } from '../../ledger/index.ts';
import { accountantPackage } from './accountant-package.ts';
import { fiscalYearTo } from './fiscal-year.ts';

export const exportLedger = operation({
  name: 'export_ledger',
  summary: 'Export the journal for hledger, Beancount, Ledger or as CSV, or a package for accountants.',
  guidance: 'Journals have all entries, or those between two dates. The package covers the fiscal year.',
  http: 'GET /ledger/export',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({
    format: z
      .enum([...journalFormats, 'package'])
      .describe(
        '`package`: an archive with chart of accounts, journal, balances, open items and tax, as CSV and JSON.',
      ),
    from: Day.optional(),
    to: Day.optional(),
  }),
  output: FileOutput,
  refuses: [limitExceeded, validationFailed],
  async run(context, { format, from, to }) {
    if (from !== undefined && to !== undefined && to < from) throw reversed();
    if (format !== 'package')
      return exportJournal(context, format, { from: from ?? '0001-01-01', to: to ?? '9999-12-31' });
    const year = await fiscalYearTo(context, to ?? context.today);
    const period = { from: from ?? year.from, to: year.to };
    if (period.to < period.from) throw reversed();
    return accountantPackage(context, period);
  },
});

function reversed(): Error {
  const message = 'Write a last day that is not before the first.';
  return validationFailed({ errors: [{ pointer: '/to', code: 'period_reversed', message }], hint: message });
}
