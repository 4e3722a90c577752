import { type Field, field, required } from './field.ts';
import { suppliers } from './fields-of-bills.ts';
import { billNumbers, currencyNames, methods, paidDays, rateNames, remarks } from './headings.ts';

const ids = ['id', 'payment_id', 'payment_number', 'payment_no', 'transaction_id', 'zahlungsnummer', 'numero_paiement'];
const invoices = ['sale', 'sale_id', 'order_id', 'document', 'document_number', 'rechnung', 'applied_to'];
const days = ['paid_on', 'date_utc', 'created_utc', 'transaction_date', 'datum', 'date_de_reglement', 'fecha'];
const amounts = [
  'payment_amount',
  'amount_paid',
  'paid_amount',
  'amount_applied',
  'betrag',
  'zahlbetrag',
  'zahlungsbetrag',
  'montant',
  'montant_regle',
  'bedrag',
  'importe',
];
const references = [
  'payment_reference',
  'reference_number',
  'ref',
  'referenz',
  'verwendungszweck',
  'kenmerk',
  'referencia',
  'transaction_reference',
];

const payments: readonly Field[] = [
  required('date', ...days, ...paidDays),
  required('amount', ...amounts),
  field('currency', ...currencyNames),
  field('exchange_rate', ...rateNames),
  field('payment_method', 'method', ...methods),
  field('reference', ...references),
  field('notes', ...remarks),
  field('tags', 'labels', 'schlagworte'),
];

export const paymentFields: readonly Field[] = [
  field('external_id', ...ids),
  field('invoice', ...invoices, ...billNumbers),
  field('client', 'customer', 'customer_name', 'client_name', 'contact_name', 'kunde', 'klant', 'cliente'),
  ...payments,
  field('fee', 'fees', 'fee_amount', 'gebuhr', 'gebuehr', 'frais', 'kosten', 'comision'),
];

export const billPaymentFields: readonly Field[] = [
  field('external_id', ...ids),
  required('bill', 'bill_id', ...billNumbers),
  field('supplier', ...suppliers),
  ...payments,
];
