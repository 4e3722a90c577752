import { countryNamed } from '../../core/country.ts';
import { tagsIn } from './cells.ts';
import type { Desk } from './bring-in.ts';
import type { ImportRecord, Values } from './records.ts';

export async function bringInClient({ rows: [values = {}] }: ImportRecord, { write }: Desk): Promise<void> {
  await write('create_client', 'client', clientInput(values));
}

/** A client as `create_client` takes it. A row with a first or a last name and no type is a person. */
export function clientInput(values: Values): object {
  const { external_id, number, name, legal_name, first_name, last_name, email, phone, website, language } = values;
  const isPerson = first_name !== undefined || last_name !== undefined;
  return {
    ...{ external_id, number, legal_name, first_name, last_name, email, phone, website, language },
    type: values['type'] ?? (isPerson ? 'individual' : 'business'),
    display_name: name,
    ...contacts(values),
    ...address(values),
    ...(values['vat_number'] === undefined ? {} : { tax_ids: [{ type: 'eu_vat', value: values['vat_number'] }] }),
    notes_internal: values['notes'],
    tags: tagsIn(values['tags']),
    // Whoever hands over a list of clients means each of them.
    allow_duplicate: true,
  };
}

function contacts({ contact_name: name, contact_role: role, contact_email: email }: Values): object {
  return name === undefined ? {} : { contacts: [{ name, role, email }] };
}

function address({ line1, line2, city, region, postal_code, country }: Values): object {
  const lines = { line1, line2, city, region, postal_code, country: country && (countryNamed(country) ?? country) };
  return Object.values(lines).every((line) => line === undefined) ? {} : { billing_address: lines };
}
