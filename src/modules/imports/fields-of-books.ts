import { type Field, field, required } from './field.ts';
import { accountCodes, accountNames, credits, currencyNames, debits, sides } from './headings.ts';

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

const entryNumbers = [
  'entry_number',
  'entry_no',
  'journal_number',
  'journal_no',
  'transaction_number',
  'number',
  'no',
  'nr',
  'num',
  'buchungsnummer',
  'belegnummer',
  'belegfeld_1',
  'numero_ecriture',
  'ecriture_num',
  'boekingsnummer',
  'boekstuknummer',
  'asiento',
  'numero_asiento',
];
const entryDays = [
  'entry_date',
  'journal_date',
  'posting_date',
  'transaction_date',
  'buchungsdatum',
  'belegdatum',
  'datum',
  'date_ecriture',
  'ecriture_date',
  'boekdatum',
  'fecha',
  'fecha_asiento',
];
const contras = [
  'contra_account',
  'counter_account',
  'offset_account',
  'gegenkonto',
  'gegenkonto_ohne_bu_schlussel',
  'compte_de_contrepartie',
  'contrepartie',
  'tegenrekening',
  'contrapartida',
];
const entryAmounts = ['umsatz', 'umsatz_ohne_soll_haben_kz', 'betrag', 'montant', 'bedrag', 'importe'];
const memos = [
  'narration',
  'memo_description',
  'journal_memo',
  'buchungstext',
  'text',
  'libelle_ecriture',
  'ecriture_lib',
];
const lineTexts = ['line_description', 'line_memo', 'zeilentext', 'omschrijving_regel'];
const taxKeys = ['bu_schlussel', 'tax_rate', 'tax_code', 'tax_type', 'steuerschlussel'];

/** Entries of one row for each line, or with the contra account in the row. */
export const journalFields: readonly Field[] = [
  field('external_id', 'id', 'entry_id', 'journal_id'),
  field('entry', ...entryNumbers),
  required('date', ...entryDays),
  field('code', ...accountCodes),
  field('account', ...accountNames),
  field('contra', ...contras),
  field('debit', ...debits),
  field('credit', ...credits),
  field('amount', ...entryAmounts),
  field('base_amount', 'basisumsatz', 'basis_umsatz'),
  field('side', ...sides),
  field('currency', 'wkz_umsatz', ...currencyNames),
  field('tax_key', ...taxKeys),
  field('memo', ...memos),
  field('description', ...lineTexts),
  field('tags', 'labels', 'schlagworte'),
];
