import { type Field, type Option } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { locale } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { addressFields } from './address-fields.ts';
import { SettingsForm } from './settings-form.tsx';

const same = (codes: readonly string[]): readonly Option[] => codes.map((value) => ({ value, label: value }));

/** Months by their names in the reader's language. */
function months(): readonly Option[] {
  const name = new Intl.DateTimeFormat(locale.value, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: name.format(new Date(Date.UTC(2026, at, 1))),
  }));
}

function fieldsOf(): readonly Field[] {
  const t = words.value.setup.business;
  return [
    { name: 'name', label: t.name, isRequired: true, group: t.who, autocomplete: 'organization' },
    { name: 'legal_name', label: t.legalName, group: t.who, hint: t.legalNameHint },
    { name: 'registration_number', label: t.registration, group: t.who },
    { name: 'email', label: words.value.email, kind: 'email', group: t.who },
    { name: 'phone', label: t.phone, kind: 'tel', group: t.who },
    { name: 'website', label: t.website, kind: 'url', group: t.who },
    ...addressFields('address', t.where),
    {
      name: 'tax_ids',
      label: t.taxNumbers,
      kind: 'lines',
      group: t.who,
      columns: [
        {
          name: 'type',
          label: t.kind,
          kind: 'choice',
          isRequired: true,
          options: optionsOf(words.value.sell.clients.taxIds),
        },
        { name: 'value', label: words.value.columns.number, isRequired: true },
        { name: 'country', label: t.country, placeholder: 'BE' },
      ],
    },
    { name: 'bank_account.holder', label: t.holder, group: t.bank, whole: 'bank_account' },
    { name: 'bank_account.bank_name', label: t.bankName, group: t.bank, whole: 'bank_account' },
    { name: 'bank_account.iban', label: 'IBAN', group: t.bank, whole: 'bank_account' },
    { name: 'bank_account.bic', label: 'BIC', group: t.bank, whole: 'bank_account' },
    {
      name: 'bank_account.account_number',
      label: t.accountNumber,
      hint: t.accountNumberHint,
      group: t.bank,
      whole: 'bank_account',
    },
    { name: 'locale', label: t.language, hint: t.languageHint, isRequired: true, group: t.formats },
    {
      name: 'timezone',
      label: t.timezone,
      kind: 'choice',
      isRequired: true,
      options: same(Intl.supportedValuesOf('timeZone')),
      group: t.formats,
    },
    { name: 'date_format', label: t.dateFormat, placeholder: 'DD.MM.YYYY', hint: t.byLanguage, group: t.formats },
    { name: 'number_format', label: t.numberFormat, placeholder: '1.234,56', hint: t.byLanguage, group: t.formats },
    { name: 'country', label: t.country, isRequired: true, group: t.books, hint: t.stays },
    { name: 'base_currency', label: t.currency, isRequired: true, group: t.books, hint: t.stays },
    { name: 'fiscal_year_start_month', label: t.yearMonth, kind: 'choice', options: months(), group: t.books },
    { name: 'fiscal_year_start_day', label: t.yearDay, kind: 'whole', isRequired: true, group: t.books },
    {
      name: 'accounting_basis',
      label: t.basis,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.bases),
      group: t.books,
    },
    {
      name: 'statement_layout',
      label: words.value.books.layout,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(words.value.books.layouts),
      group: t.books,
    },
    {
      name: 'tax_basis',
      label: t.taxBasis,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.taxBases),
      group: t.books,
    },
    { name: 'tax_inclusive_default', label: t.inclusive, kind: 'yes', group: t.books },
    {
      name: 'tax_rounding',
      label: t.taxRounding,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.taxRoundings),
      group: t.books,
    },
    {
      name: 'rounding_mode',
      label: t.rounding,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.roundings),
      group: t.books,
    },
    { name: 'cash_rounding_increment', label: t.cashRounding, kind: 'number', placeholder: '0.05', group: t.books },
    {
      name: 'inventory.negative_stock',
      label: t.negative,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.negatives),
      group: t.stock,
    },
    {
      name: 'inventory.costing_method',
      label: t.costing,
      kind: 'choice',
      isRequired: true,
      options: optionsOf(t.costings),
      group: t.stock,
      hint: t.costingHint,
    },
    { name: 'inventory.reservation_ttl', label: t.reservation, kind: 'whole', isRequired: true, group: t.stock },
  ];
}

/** A month is chosen by its name, and sent as its number. */
function complete({ fiscal_year_start_month: month, ...body }: Record<string, unknown>) {
  return month === undefined ? body : { ...body, fiscal_year_start_month: Number(month) };
}

export function Business() {
  return (
    <SettingsForm
      title={words.value.setup.parts.business.title}
      path="organization"
      needs="organization:write"
      fields={fieldsOf()}
      complete={complete}
    />
  );
}
