/**
 * Headings of what is owed and paid, in exports of other software and in the languages of the neighbours, in lower case
 * without accents. A column called just "paid" says yes or no in one program and an amount in another, so it is none.
 */
export const dueDays = [
  'due',
  'due_date_utc',
  'faelligkeit',
  'faelligkeitsdatum',
  'faellig_am',
  'fallig_am',
  'falligkeit',
  'falligkeitsdatum',
  'date_echeance',
  'date_d_echeance',
  'echeance',
  'vervaldatum',
  'vencimiento',
  'fecha_vencimiento',
  'fecha_de_vencimiento',
];
export const currencyNames = ['currency_code', 'wahrung', 'waehrung', 'devise', 'valuta', 'moneda', 'divisa'];
export const rateNames = [
  'currency_rate',
  'fx_rate',
  'wechselkurs',
  'umrechnungskurs',
  'taux_de_change',
  'wisselkoers',
  'tipo_de_cambio',
];
export const paidAmounts = [
  'paid_amount',
  'invoice_amount_paid',
  'paid_to_date',
  'bezahlter_betrag',
  'gezahlter_betrag',
  'montant_paye',
  'montant_regle',
  'betaald_bedrag',
  'importe_pagado',
];
export const dueAmounts = [
  'balance',
  'balance_due',
  'invoice_amount_due',
  'open_balance',
  'open_amount',
  'outstanding',
  'amount_outstanding',
  'offen',
  'offener_betrag',
  'restbetrag',
  'solde_du',
  'montant_du',
  'reste_a_payer',
  'openstaand',
  'openstaand_bedrag',
  'pendiente',
  'importe_pendiente',
];
export const paidDays = [
  'paid_at',
  'paid_at_utc',
  'paid_date',
  'date_paid',
  'payment_date',
  'fully_paid_on_date',
  'bezahlt_am',
  'zahlungsdatum',
  'bezahldatum',
  'paye_le',
  'date_de_paiement',
  'date_paiement',
  'betaald_op',
  'betaaldatum',
  'pagado_el',
  'fecha_de_pago',
  'fecha_pago',
];
export const statuses = ['invoice_status', 'bill_status', 'statut', 'estado'];
export const methods = [
  'paid_by',
  'payment_type',
  'zahlungsart',
  'zahlungsmethode',
  'mode_de_paiement',
  'moyen_de_paiement',
  'betaalmethode',
  'betaalwijze',
  'forma_de_pago',
  'metodo_de_pago',
];
export const remarks = ['note', 'comment', 'memo', 'notiz', 'bemerkung', 'remarque', 'opmerking', 'notas'];
