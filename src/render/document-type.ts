export type DocumentType =
  | 'invoice'
  | 'deposit_invoice'
  | 'receipt'
  | 'quote'
  | 'proforma'
  | 'credit_note'
  | 'debit_note'
  | 'delivery_note'
  | 'statement';
