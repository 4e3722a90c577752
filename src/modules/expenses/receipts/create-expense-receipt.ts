import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import {
  invalidStateTransition,
  limitExceeded,
  notFound,
  payloadTooLarge,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import {
  aboutInput,
  type Content,
  contentFor,
  contentRefusals,
  expensesWithContent,
  fileCreated,
  fileExternalIdTaken,
  type FileRecord,
  fileToLink,
  type FileWarning,
  FileWithWarnings,
  insertFile,
  linkFile,
  Sha256,
} from '../../files/index.ts';
import { writeReceipts } from './change-receipts.ts';
import { expenseUpdated } from '../expense.ts';
import { factsOf, keepBefore } from '../expense-record.ts';
import { lockExpense } from '../store.ts';
import { retainReceipts } from './retain-receipts.ts';

const receiptsMax = 50;

export const createExpenseReceipt = operation({
  name: 'create_expense_receipt',
  summary: 'Create a receipt on an expense, by upload or from an existing file.',
  guidance:
    'Send the file as multipart/form-data in the part `file`, or name one by `file_id`. Posted expenses ' +
    'accept receipts too.',
  http: 'POST /expenses/{id}/receipts',
  effect: 'write',
  permission: 'expenses:write',
  mcp: 'action',
  creates: true,
  takesFile: true,
  cost: 10,
  undo: ({ input: { id }, output: { id: file } }) => [
    { operation: 'delete_expense_receipt', input: { id, file_id: file } },
  ],
  input: z.strictObject({
    id: Id('expense'),
    file_id: Id('file').optional(),
    sha256: Sha256.optional().describe(
      'The hash of content uploaded before; with a file, the hash its content must have.',
    ),
    ...aboutInput,
    version: Version.optional(),
  }),
  output: FileWithWarnings,
  refuses: [
    notFound,
    validationFailed,
    payloadTooLarge,
    limitExceeded,
    versionConflict,
    invalidStateTransition,
    fileExternalIdTaken,
    ...contentRefusals,
  ],
  emits: [expenseUpdated, fileCreated],
  async run(context, { id, version, file_id: fileId, sha256, ...about }) {
    checkOneFile({ fileId, sha256 }, about);
    // All in one flight: the expense is locked before the file, as everywhere.
    const [before, there, content] = await Promise.all([
      lockExpense(context, id, version),
      fileId === undefined ? undefined : fileToLink(context, fileId, () => missing('/file_id', 'file')),
      sha256 === undefined ? undefined : contentFor(context, sha256),
    ]);
    const { row } = before;
    if (row.receipt_file_ids.length >= receiptsMax) throw limitExceeded({ max: receiptsMax });
    if (there !== undefined && row.receipt_file_ids.includes(there.id)) {
      throw fault('/file_id', 'is_there', 'That receipt is already attached to the expense.');
    }
    const file = there ?? insertFile(context, contentOr(content), { kind: 'receipt', ...about });
    const warnings = await sameElsewhere(context, file, id);
    keepBefore(context, before);
    linkFile(context, file.id, id);
    const changed = writeReceipts(context, row, [...row.receipt_file_ids, file.id]);
    if (row.posted_at !== null) await retainReceipts(context, row, [file.id]);
    context.emit(expenseUpdated(factsOf(context, changed)));
    return { ...file, links: [...file.links, { type: 'expense' as const, id }], warnings };
  },
});

type Named = { readonly fileId: string | undefined; readonly sha256: string | undefined };

function checkOneFile({ fileId, sha256 }: Named, about: object): void {
  if ((fileId === undefined) === (sha256 === undefined)) {
    throw fault('/file_id', 'required', 'Send a file in the part `file`, or name one by `file_id`, not both.');
  }
  const [first] = Object.entries(about).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (fileId !== undefined && first !== undefined) {
    throw fault(`/${first}`, 'not_wanted', 'That file has its own; change it with update_file.');
  }
}

/** Requires content where no file is named. */
function contentOr(content: Content | undefined): Content {
  if (content === undefined) throw new RangeError('a receipt has content');
  return content;
}

/** Other expenses with the same receipt: the same may have been spent once and recorded twice. */
async function sameElsewhere(context: Context, { sha256 }: FileRecord, id: string): Promise<FileWarning[]> {
  const ids = await expensesWithContent(context, sha256, id);
  if (ids.length === 0) return [];
  const others = await context.db.many<{ number: string | null; payee_name: string | null; expense_date: string }>(sql`
    select number, payee_name, expense_date from expenses
    where organization_id = ${context.organization} and id = any(${ids}::uuid[]) order by expense_date, id`);
  return others.map(({ number, payee_name: payee, expense_date: day }) => {
    const which = [number === null ? 'A draft' : `Expense ${number}`, ...(payee === null ? [] : [`at ${payee}`])];
    return { code: 'duplicate_receipt', message: `${which.join(' ')} of ${day} has the same receipt.` };
  });
}
