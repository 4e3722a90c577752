import { z } from 'zod';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Operation, operation } from '../../../operation/operation.ts';
import { FileOutput } from '../../../wire/index.ts';
import { exportLedger } from '../../reports/index.ts';
import { accountsDoNotFit, exportDatev } from '../datev/export-datev.ts';
import { exportFec } from '../fec/export-fec.ts';
import { exportGobd } from '../gobd/export-gobd.ts';
import { exportSaft } from '../saft/export-saft.ts';
import { LinkToken, openLink } from './accountant-link.ts';

type Made = { readonly operation: Operation; readonly input?: object };

const files = {
  package: { operation: exportLedger, input: { format: 'package' } },
  csv: { operation: exportLedger, input: { format: 'csv' } },
  datev: { operation: exportDatev },
  gobd: { operation: exportGobd },
  fec: { operation: exportFec },
  saft: { operation: exportSaft },
  hledger: { operation: exportLedger, input: { format: 'hledger' } },
  beancount: { operation: exportLedger, input: { format: 'beancount' } },
} as const satisfies Record<string, Made>;

// Object.keys of the object above.
const accountantFiles = Object.keys(files) as [keyof typeof files, ...(keyof typeof files)[]];

export const getAccountantFile = operation({
  name: 'get_accountant_file',
  summary: 'Get an export of the books by the link of an accountant. No login needed.',
  http: 'GET /accountant-books/{token}/files/{file}',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 10,
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken, file: z.enum(accountantFiles) }),
  output: FileOutput,
  refuses: [accountsDoNotFit, limitExceeded, notFound, validationFailed],
  async run(context, { token, file }) {
    const { from, to } = await openLink(context, token);
    const made: Made = files[file];
    const input = made.operation.input.parse({ from, to, ...made.input });
    // Each of them answers a file, at once or once the transaction is over.
    return (await made.operation.run(context, input, undefined)) as z.output<typeof FileOutput>;
  },
});
