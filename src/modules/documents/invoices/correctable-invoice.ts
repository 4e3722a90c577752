import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadClients } from '../../clients/index.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import type { StoredSale } from '../../sales/index.ts';
import type { DocumentStatus } from '../document.ts';
import { clientOf, type DocumentRow, type StoredDocument } from '../document-row.ts';
import { snapshotOf, wholeSnapshot } from '../printing/snapshot.ts';
import { checkStatus, checkType, statusOf } from '../status.ts';

const hints: { readonly [Status in DocumentStatus]?: string } = {
  draft: 'A draft is changed with update_document.',
  scheduled: 'A draft is changed with update_document.',
  submitted: 'A draft is changed with update_document.',
  rejected: 'A draft is changed with update_document.',
  void: 'It is void. Create another with create_document.',
  credited: 'It is credited in full. Create another with create_document.',
  uncollectible: 'Reverse its write-off first, with reverse_write_off.',
};

/** Refuses all but an invoice that was issued and stands. */
export function checkCorrectable(context: Context, row: DocumentRow): void {
  checkType(row, ['invoice']);
  const status = statusOf(context, row);
  checkStatus(context, row, ['open', 'overdue', 'paid'], hints[status]);
  if ((row.content?.deposits ?? []).length === 0) return;
  // Its deposits are taken back already, and are deducted once: no other invoice could print them.
  const hint = 'It deducts deposits, which another invoice cannot: credit lines of it, or raise it with a debit note.';
  throw invalidStateTransition({ status, allowed: ['credit_document', 'create_document'], hint });
}

type Corrected = {
  readonly document: StoredDocument;
  readonly sale: StoredSale;
  readonly organization: OrganizationValue;
};

type Sent = Readonly<Record<string, unknown>>;

/** Refuses a correction that would change nothing, or leave open what of the invoice is still to be paid. */
export async function checkChanges(context: Context, corrected: Corrected, changes: Sent): Promise<void> {
  if (changes['client_id'] === null)
    throw fault('/client_id', 'required', 'Name the client to invoice, or leave it out.');
  if (Object.keys(changes).length === 0 && (await namesTheSame(context, corrected))) {
    const what = 'Write what was wrong, as it should be, such as `lines` with all lines, `client_id` or `po_number`';
    throw fault('/lines', 'required', `${what}. A wrong name or address is corrected with update_client first.`);
  }
  checkPartlyCredited(corrected.sale, changes);
}

/** Seller and buyer are called today as the invoice calls them. */
async function namesTheSame(context: Context, { document: { row }, organization }: Corrected): Promise<boolean> {
  const clientId = clientOf(row);
  const client = (await loadClients(context, [clientId])).get(clientId) ?? null;
  if (row.snapshot === null) throw new Error(`document ${row.id} was issued without a snapshot`);
  const { seller, buyer } = wholeSnapshot(row.snapshot);
  const now = snapshotOf(row, { organization, client, quote: null, corrects: null });
  const [kept, today] = [
    { seller, buyer },
    { seller: now.seller, buyer: now.buyer },
  ].map((one) => JSON.stringify(one));
  // The database compares them whatever the order of their fields.
  const { same } = await context.db.one<{ same: boolean }>(sql`select ${kept}::jsonb = ${today}::jsonb as same`);
  return same;
}

/** A copy would invoice again what was credited: nobody but the caller knows what of it should stand. */
function checkPartlyCredited({ row, lines }: StoredSale, changes: Sent): void {
  const isCredited = lines.some((line) => line.quantity_returned !== 0n) || row.charges_returned.length > 0;
  if (!isCredited) return;
  const open = [
    'lines',
    ...(row.charges.length > 0 ? ['charges'] : []),
    ...(row.discounts.some(({ type }) => type === 'amount') ? ['discounts'] : []),
  ].find((name) => changes[name] === undefined);
  if (open === undefined) return;
  const hint = `Part of the invoice is credited already: write in \`${open}\` all that the new invoice should have.`;
  throw fault(`/${open}`, 'partly_credited', hint);
}
