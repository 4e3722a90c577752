import { kindOfId } from '../record-reader.ts';

/** What a record waits for: where its fields say so, the actions that people take next. */
type Step = {
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly unless?: Readonly<Record<string, readonly string[]>>;
  readonly next: readonly string[];
};

/** By the kind of the record, which its id begins with. */
export const nextSteps: Readonly<Record<string, readonly Step[]>> = {
  sale: [
    { where: { status: ['draft'] }, next: ['confirm_sale'] },
    {
      where: { status: ['confirmed'], payment_status: ['unpaid', 'partially_paid'] },
      next: ['create_document', 'create_payment'],
    },
  ],
  doc: [
    { where: { status: ['draft'] }, next: ['issue_document'] },
    { where: { status: ['submitted'] }, next: ['issue_document', 'reject_document'] },
    { where: { type: ['invoice'], status: ['open'] }, next: ['send_document', 'create_payment'] },
    { where: { type: ['invoice'], status: ['overdue'] }, next: ['remind_document', 'create_payment'] },
    { where: { type: ['quote'], status: ['open'] }, next: ['send_document', 'accept_document'] },
    { where: { type: ['quote'], status: ['accepted'] }, next: ['convert_document'] },
  ],
  refund: [{ where: { status: ['pending'] }, next: ['complete_refund'] }],
  je: [{ where: { status: ['draft'] }, next: ['post_journal_entry'] }],
  exp: [
    { where: { status: ['draft'] }, next: ['submit_expense', 'post_expense'] },
    { where: { status: ['submitted'] }, next: ['approve_expense', 'reject_expense'] },
    { where: { status: ['approved'] }, next: ['post_expense'] },
    { where: { status: ['posted'], payment_status: ['unpaid', 'partially_paid'] }, next: ['pay_expense'] },
  ],
  count: [
    { where: { status: ['open'] }, next: ['submit_stock_count'] },
    { where: { status: ['submitted'] }, next: ['apply_stock_count'] },
  ],
  transfer: [
    { where: { status: ['draft'] }, next: ['send_stock_transfer'] },
    { where: { status: ['in_transit'] }, next: ['receive_stock_transfer'] },
  ],
  tmpl: [{ where: { status: ['draft'] }, next: ['publish_document_template'] }],
  vret: [
    { where: { status: ['draft'] }, next: ['file_vat_return'] },
    { where: { status: ['filed'] }, next: ['settle_vat_return'] },
    { where: { status: ['settled'] }, next: ['pay_vat_return'] },
  ],
  imp: [
    { where: { state: ['queued', 'running'] }, next: ['get_import'] },
    { where: { state: ['completed', 'failed'] }, unless: { failed: ['0'] }, next: ['get_import_errors'] },
  ],
  dexp: [{ where: { status: ['queued', 'running'] }, next: ['get_document_export'] }],
  expt: [{ where: { status: ['queued', 'running'] }, next: ['get_export'] }],
};

/** Names of actions, which not every caller may use. */
export function stepsAfter(output: Readonly<Record<string, unknown>>): readonly string[] {
  const steps = nextSteps[kindOfId(output['id'])] ?? [];
  const step = steps.find(
    ({ where, unless }) => isAt(output, where) && (unless === undefined || !isAt(output, unless)),
  );
  return step?.next ?? [];
}

function isAt(output: Readonly<Record<string, unknown>>, where: Step['where']): boolean {
  return Object.entries(where).every(([field, values]) => values.includes(String(output[field])));
}
