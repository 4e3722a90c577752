import { z } from 'zod';
import { formatMoney, money } from '../../core/money.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { readOrganization } from '../organization/index.ts';
import { keptSale, lockForPayment, lockSale, paymentsRemain, redateSale, settlementOf } from '../sales/index.ts';
import { Document, isBill, voidNotAllowed } from './document.ts';
import { documentRecord, factsOf, keepBefore } from './document-record.ts';
import type { DocumentRow } from './document-row.ts';
import { voided } from './events.ts';
import { checkStatus } from './status.ts';
import { changed, lockDocument, updateDocument } from './store.ts';

const reasonMax = 500;

export const voidDocument = operation({
  name: 'void_document',
  summary: 'Void an issued document; an invoice or credit note only where allowed. Its number stays used.',
  guidance:
    'This cannot be undone. Its sale or return is not voided: use void_sale, or create another document for it.',
  http: 'POST /documents/{id}/void',
  effect: 'destructive',
  permission: 'documents:void',
  mcp: 'action',
  keyRequired: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('document'), reason: Text(reasonMax).optional(), version: Version.optional() }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition, voidNotAllowed, paymentsRemain],
  emits: Object.values(voided),
  async run(context, { id, version, reason }) {
    const before = await lockDocument(context, { id, version });
    const isLegal = isBill(before.row.type) || before.row.type === 'credit_note';
    if (isLegal) await checkVoidable(context, before.row);
    else checkStatus(context, before.row, ['open', 'expired', 'accepted', 'issued']);
    keepBefore(context, before);
    const sold = isBill(before.row.type) ? await dueAsSold(context, before.row) : before.row.sold;
    const row = changed(context, before.row, { voided_at: context.now, void_reason: reason ?? null, sold });
    updateDocument(context, { ...before, row });
    const gone = voided[row.type]?.({ ...row, ...factsOf(context, row) });
    if (gone !== undefined) context.emit(gone);
    return documentRecord(context, { ...before, row });
  },
});

/** A sale without an invoice is due from its own date. */
async function dueAsSold(context: Context, { sale_id: id }: DocumentRow): Promise<DocumentRow['sold']> {
  const sale = await lockSale(context, id ?? '', undefined);
  return settlementOf(keptSale(redateSale(context, sale, sale.row.sale_date)).row);
}

/** An invoice that nobody has paid, or a credit note, where the organisation lets them be voided. */
async function checkVoidable(context: Context, row: DocumentRow): Promise<void> {
  checkStatus(context, row, ['open', 'overdue', 'paid', 'applied']);
  const [organization, [sale]] = await Promise.all([
    readOrganization(context, { lock: false }),
    lockForPayment(context, [row.sale_id ?? '']),
  ]);
  if (!organization.invoice_defaults.allow_void) throw voidNotAllowed({ sale_number: row.sold?.number });
  const paid = sale === undefined || row.type === 'credit_note' ? 0n : sale.amount_paid - sale.amount_refunded;
  if (paid > 0n) throw paymentsRemain({ amount_paid: formatMoney(money(paid, row.currency)) });
}
