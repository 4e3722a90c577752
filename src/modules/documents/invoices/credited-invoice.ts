import type { Undo } from '../../../operation/undo.ts';

/** An invoice that was issued stays: a credit note for all of it takes it back, and the goods with it. */
export const creditedInvoice: Undo = ({ output: { id, type, status } }) =>
  type === 'invoice' && typeof id === 'string' && (status === 'open' || status === 'overdue' || status === 'paid')
    ? [{ operation: 'credit_document', input: { id }, leaves: 'credited' }]
    : [];
