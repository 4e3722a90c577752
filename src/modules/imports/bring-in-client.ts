import { countryNamed } from '../../core/country.ts';
import { validationFailed } from '../../operation/errors.ts';
import { tagsIn } from './cells.ts';
import type { Step } from './import-context.ts';
import type { ImportRecord, Values } from './import-record.ts';

export async function clientSteps({ rows: [values = {}] }: ImportRecord): Promise<Step[]> {
  return [{ operation: 'create_client', input: clientInput(values) }];
}

/** A client as `create_client` takes it: a company with whoever stands beside it as its contact, else a person. */
function clientInput(values: Values): object {
  const { external_id, number, legal_name, email, phone, website, language } = values;
  return {
    external_id,
    number,
    email,
    phone,
    website,
    language,
    ...(isCompany(values) ? company(values) : person(values)),
    ...(legal_name === undefined ? {} : { legal_name }),
    ...address(values),
    ...(values['vat_number'] === undefined ? {} : { tax_ids: [{ type: 'eu_vat', value: values['vat_number'] }] }),
    ...paymentTerms(values),
    roles: rolesIn(values['roles']),
    notes_internal: values['notes'],
    tags: tagsIn(values['tags']),
    // A file with own ids or numbers means each of its clients; without them a second file would duplicate all.
    allow_duplicate: external_id !== undefined || number !== undefined,
  };
}

const types: Readonly<Record<string, string>> = {
  company: 'business',
  organization: 'business',
  organisation: 'business',
  firma: 'business',
  b2b: 'business',
  person: 'individual',
  private: 'individual',
  consumer: 'individual',
  privat: 'individual',
  b2c: 'individual',
};

const roles: Readonly<Record<string, string>> = {
  client: 'customer',
  kunde: 'customer',
  klant: 'customer',
  cliente: 'customer',
  vendor: 'supplier',
  lieferant: 'supplier',
  fournisseur: 'supplier',
  leverancier: 'supplier',
  proveedor: 'supplier',
};

/** `supplier`, or `customer, supplier` of who is both. */
function rolesIn(text: string | undefined): string[] | undefined {
  return tagsIn(text)?.map((word) => roles[word.toLowerCase()] ?? word.toLowerCase());
}

function typeOf({ type }: Values): string | undefined {
  return type && (types[type.toLowerCase()] ?? type.toLowerCase());
}

/** A row that names a company, or names nobody by first or last name. */
function isCompany(values: Values): boolean {
  const type = typeOf(values);
  if (type !== undefined) return type !== 'individual';
  const someone = personIn(values);
  const { company: firm, name, contact_name: contact } = values;
  if (firm !== undefined || someone === undefined) return true;
  // Other software calls a client a contact, and puts the person there beside it.
  return name === undefined && contact !== undefined && contact !== someone;
}

function personIn({ first_name: first, last_name: last }: Values): string | undefined {
  const name = [first, last].flatMap((part) => part ?? []).join(' ');
  return name === '' ? undefined : name;
}

function company(values: Values): object {
  const { company: firm, name, contact_name: contact, contact_role: role, contact_email: email } = values;
  const called = firm !== undefined && name === personIn(values) ? firm : (name ?? firm);
  const display = called ?? contact ?? personIn(values);
  const someone = called === undefined ? personIn(values) : (contact ?? personIn(values));
  return {
    type: typeOf(values) ?? 'business',
    display_name: display,
    ...(firm === undefined || firm === display ? {} : { legal_name: firm }),
    ...(someone === undefined || someone === display ? {} : { contacts: [{ name: someone, role, email }] }),
  };
}

function person(values: Values): object {
  const { first_name, last_name, name, company: employer, contact_name, contact_role: role, contact_email } = values;
  const display = name ?? personIn(values) ?? contact_name ?? employer;
  const isOther = contact_name !== undefined && contact_name !== display;
  return {
    type: 'individual',
    display_name: display,
    first_name,
    last_name,
    ...(isOther ? { contacts: [{ name: contact_name, role, email: contact_email }] } : {}),
  };
}

/** `30`, `30 days`, `Net 30`. What says more than a number of days is refused as it stands. */
function paymentTerms({ payment_days: text }: Values): object {
  if (text === undefined) return {};
  const [, days] = /^(?:net\s*)?(\d{1,3})\s*(?:days?|tage?|jours?|dagen|dias|d)?(?:\s*net(?:to)?)?$/i.exec(text) ?? [];
  if (days === undefined) throw daysUnread();
  return { payment_terms: { type: 'days_after_issue', value: Number(days) } };
}

function daysUnread(): Error {
  const message = 'Send a number of days, such as 30.';
  return validationFailed({ errors: [{ pointer: '/payment_days', code: 'not_a_number', message }], hint: message });
}

function address({ line1, line2, city, region, postal_code, country }: Values): object {
  const lines = { line1, line2, city, region, postal_code, country: country && (countryNamed(country) ?? country) };
  return Object.values(lines).every((line) => line === undefined) ? {} : { billing_address: lines };
}
