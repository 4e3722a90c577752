import type { VatForm } from '../../../core/vat/form.ts';
import { canada, unitedStates } from './america.ts';
import { austria } from './austria.ts';
import { belgium } from './belgium.ts';
import { france } from './france.ts';
import { genericForm, oneStopShop } from './generic.ts';
import { germany } from './germany.ts';
import { ireland } from './ireland.ts';
import { italy } from './italy.ts';
import { netherlands } from './netherlands.ts';
import { denmark, norway, sweden } from './nordics.ts';
import { australia, newZealand } from './pacific.ts';
import { poland } from './poland.ts';
import { spain } from './spain.ts';
import { switzerland } from './switzerland.ts';
import { unitedKingdom } from './united-kingdom.ts';

export const forms: readonly VatForm[] = [
  austria,
  australia,
  belgium,
  canada,
  switzerland,
  germany,
  denmark,
  spain,
  france,
  unitedKingdom,
  ireland,
  italy,
  netherlands,
  norway,
  newZealand,
  poland,
  sweden,
  unitedStates,
];

const byCountry = new Map(forms.map((form) => [form.country, form]));

/** The form of a country, or one that any can be read from. */
export function formFor(country: string): VatForm {
  return byCountry.get(country) ?? genericForm(country);
}

export function formOfScheme(scheme: 'national' | 'oss', country: string): VatForm {
  return scheme === 'oss' ? oneStopShop : formFor(country);
}
