import { refusal } from '../../../operation/errors.ts';

export const notReconcilable = refusal(
  'bank_not_reconcilable',
  409,
  'The bank account does not agree with its statement yet.',
  'See `obstacles`: match or exclude open lines, import missing statements, post the opening balance.',
);
export const laterReconciliation = refusal(
  'bank_reconciled_later',
  409,
  'The account is reconciled through a later day.',
  'Reopen the latest reconciliation first; list_bank_reconciliations has them.',
);
export const reconciliationReopened = refusal(
  'bank_reconciliation_reopened',
  409,
  'The reconciliation is reopened already.',
  'Reconcile the bank account again.',
);
