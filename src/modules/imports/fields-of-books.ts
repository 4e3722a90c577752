import { type Field, field, required } from './field.ts';
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

const types = [
  'account_type',
  'type_name',
  'kontoart',
  'kontotyp',
  'art',
  'type_de_compte',
  'soort',
  'tipo',
  'tipo_de_cuenta',
];

export const accountFields: readonly Field[] = [
  required('code', 'nr', 'no', 'number', ...accountCodes, 'account'),
  required('name', ...accountNames),
  field('type', ...types),
  field('english_name', 'name_in_english', 'name_en'),
  field('description', 'notes', 'beschreibung', 'descripcion'),
];

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
