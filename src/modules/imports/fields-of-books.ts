import { type Field, field } from './field.ts';
import { accountCodes, accountNames, credits, debits, sides } from './headings.ts';

const days = [
  'as_of',
  'as_at',
  'balance_date',
  'closing_date',
  'stichtag',
  'datum',
  'date_de_cloture',
  'peildatum',
  'fecha',
];
const balances = ['closing_balance', 'amount', 'saldo', 'endsaldo', 'solde', 'eindsaldo', 'saldo_final', 'ytd'];

/** A trial balance: the whole file is one record. */
export const openingFields: readonly Field[] = [
  field('code', 'nr', 'no', ...accountCodes),
  field('account', ...accountNames, 'name'),
  field('debit', ...debits),
  field('credit', ...credits),
  field('balance', ...balances),
  field('side', ...sides),
  field('date', ...days),
];
