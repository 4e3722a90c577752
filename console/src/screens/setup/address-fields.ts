import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

/** The six parts of an address, in the order in which they are written on an envelope. */
export function addressFields(name: string, group: string): readonly Field[] {
  const t = words.value.setup.business;
  const parts: readonly Field[] = [
    { name: 'line1', label: t.line1, autocomplete: 'address-line1' },
    { name: 'line2', label: t.line2, autocomplete: 'address-line2' },
    { name: 'postal_code', label: t.postalCode, autocomplete: 'postal-code' },
    { name: 'city', label: t.city, autocomplete: 'address-level2' },
    { name: 'region', label: t.region, autocomplete: 'address-level1' },
    { name: 'country', label: t.country, autocomplete: 'country', placeholder: 'BE' },
  ];
  return parts.map((part) => ({ ...part, name: `${name}.${part.name}`, group, whole: name }));
}
