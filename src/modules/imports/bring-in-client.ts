import { countryNamed } from '../../core/country.ts';
import { tagsIn } from './cells.ts';
import type { Step } from './bring-in.ts';
import type { ImportRecord, Values } from './records.ts';

export function clientSteps({ rows: [values = {}] }: ImportRecord): Promise<Step[]> {
  return Promise.resolve([{ operation: 'create_client', input: clientInput(values) }]);
}

/** A client as `create_client` takes it. A row with a first or a last name and no type is a person. */
function clientInput(values: Values): object {
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
    // Whoever numbers their clients means each of them; of others a second file would make all of them twice.
    allow_duplicate: external_id !== undefined || number !== undefined,
  };
}

function contacts({ contact_name: name, contact_role: role, contact_email: email }: Values): object {
  return name === undefined ? {} : { contacts: [{ name, role, email }] };
}

function address({ line1, line2, city, region, postal_code, country }: Values): object {
  const lines = { line1, line2, city, region, postal_code, country: country && (countryNamed(country) ?? country) };
  return Object.values(lines).every((line) => line === undefined) ? {} : { billing_address: lines };
}
