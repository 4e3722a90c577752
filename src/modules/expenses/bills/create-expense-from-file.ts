import { z } from 'zod';
import { nameKey } from '../../../core/fold.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, payloadTooLarge, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByStatus, undoneForEach, undoneInTurn } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { idsWithTaxIds, loadClientsWithTaxIds } from '../../clients/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import {
  aboutInput as fileAbout,
  contentFor,
  contentRefusals,
  eInvoiceInContent,
  eInvoiceInFile,
  eInvoiceUnreadable,
  fileCreated,
  type FileEInvoice,
  fileToLink,
  insertFile,
  linkFile,
  Sha256,
} from '../../files/index.ts';
import { purchaseRates } from '../../products/index.ts';
import { ambiguousName } from '../../sales/index.ts';
import { makeExpense } from '../create-expense.ts';
import {
  categoryArchived,
  duplicateExpense,
  expenseCreated,
  ExpenseWithWarnings,
  notASupplier,
  supplierNotActive,
} from '../expense.ts';
import { ExpenseLineInput, termsInput } from '../expense-input.ts';
import { differing, draftFromEInvoice } from './draft-from-e-invoice.ts';
import { taxIdsOf } from './supplier-of.ts';

const { supplier_id, supplier, exchange_rate, allow_duplicate } = termsInput;
const { category_id, category } = ExpenseLineInput.shape;

export const createExpenseFromFile = operation({
  name: 'create_expense_from_file',
  summary: 'Create a draft expense from an e-invoice: UBL, CII, or a PDF such as ZUGFeRD or Factur-X.',
  guidance:
    'Send the file in the part `file` of multipart/form-data, or name one by `file_id`. ' +
    'A credit note becomes an expense of kind `credit_note`. `warnings` say what to look at.',
  http: 'POST /expenses/from-file',
  effect: 'write',
  permission: 'expenses:write',
  mcp: 'action',
  creates: true,
  takesFile: true,
  cost: 10,
  undo: undoneInTurn(
    undoneForEach('payments', 'void_expense_payment'),
    undoneByStatus({ draft: 'delete_expense', posted: 'void_expense' }),
  ),
  input: z.strictObject({
    file_id: Id('file').optional(),
    sha256: Sha256.optional().describe(
      'The hash of content uploaded before; with a file, the hash its content must have.',
    ),
    name: fileAbout.name,
    supplier_id: supplier_id.describe('Default: the supplier with the tax ID on the e-invoice.'),
    supplier,
    exchange_rate,
    allow_duplicate,
    category_id: category_id.describe('Default: the category of the supplier’s last expense, else "Other expenses".'),
    category,
  }),
  output: ExpenseWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    invalidStateTransition,
    payloadTooLarge,
    eInvoiceUnreadable,
    ...contentRefusals,
    ambiguousName,
    notASupplier,
    supplierNotActive,
    categoryArchived,
    exchangeRateMissing,
    duplicateExpense,
  ],
  emits: [expenseCreated, fileCreated],
  async run(context, { file_id: fileId, sha256, name, ...given }) {
    const source = await sourceOf(context, { fileId, sha256, name });
    const { invoice } = source;
    if (invoice.totals.gross.minor <= 0n) throw nothingOwed(invoice);
    const taxIds = taxIdsOf(invoice);
    const [clients, rates, usual] = await Promise.all([
      loadClientsWithTaxIds(context, taxIds),
      purchaseRates(context, invoice.issue_date ?? context.today),
      usualCategory(context, taxIds),
    ]);
    const file = source.file ?? insertFile(context, source.content, { kind: 'invoice', name });
    const { input, warnings } = draftFromEInvoice(context, invoice, {
      given,
      clients: [...clients.values()],
      rates,
      usual,
    });
    const made = { id: context.newId(), receipts: [file.id] };
    const expense = await makeExpense(context, input, { made, post: false });
    linkFile(context, file.id, made.id);
    const all = [...warnings, ...differing(expense, invoice), ...expense.warnings];
    return { ...expense, warnings: all.map((warning) => ({ candidates: [], ...warning })) };
  },
});

type Asked = {
  readonly fileId: string | undefined;
  readonly sha256: string | undefined;
  readonly name: string | undefined;
};

/** The file that is there, or the content of which one is made; and what it says. */
async function sourceOf(context: Context, { fileId, sha256, name }: Asked) {
  if (fileId !== undefined && sha256 === undefined) {
    if (name !== undefined) throw fault('/name', 'not_wanted', 'That file has its own; change it with update_file.');
    const [invoice, file] = await Promise.all([
      eInvoiceInFile(context, fileId, noFile),
      fileToLink(context, fileId, noFile),
    ]);
    return { invoice, file };
  }
  if (sha256 === undefined || fileId !== undefined) {
    throw fault('/file_id', 'required', 'Send a file in the part `file`, or name one by `file_id`, not both.');
  }
  const [invoice, content] = await Promise.all([eInvoiceInContent(context, sha256), contentFor(context, sha256)]);
  return { invoice, content };
}

function noFile(): Error {
  return missing('/file_id', 'file');
}

function nothingOwed({ kind }: FileEInvoice): Error {
  const detail =
    kind === 'invoice' ? 'The total payable on the invoice is zero.' : 'The credit note gives nothing back.';
  return eInvoiceUnreadable({ reason: 'nothing_owed', detail });
}

/** Category of the supplier's last expense, else the default category. */
function usualCategory({ db, organization }: Context, taxIds: readonly string[]): Promise<{ id: string } | undefined> {
  return db.maybe<{ id: string }>(sql`
    select id from (
      (select category.id, 1 as place from expenses
        join expense_lines line on line.organization_id = expenses.organization_id and line.expense_id = expenses.id
        join expense_categories category on category.organization_id = line.organization_id
          and category.id = line.category_id
        where expenses.organization_id = ${organization} and expenses.status <> 'voided'
          and expenses.supplier_id = any(${idsWithTaxIds(organization, taxIds)})
          and category.archived_at is null and line.variant_id is null
        order by expenses.id desc, line.position limit 1)
      union all
      (select id, 2 from expense_categories
        where organization_id = ${organization} and name_key = ${nameKey(otherExpenses)} and archived_at is null)
    ) as usual order by place limit 1`);
}

const otherExpenses = 'Other expenses';
