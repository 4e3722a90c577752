import { countries, isCountry } from '../../core/country.ts';
import { currencies } from '../../core/currency.ts';
import { html, type Html } from '../public-page/html.ts';
import { option } from '../signed-in/terms.ts';

type Choice = { readonly value: string; readonly name: string };

type ChoiceField = {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly isRequired?: boolean;
};

/** A labelled list to choose from, with what is wrong with what was chosen. */
export function choice({ name, label, choices, chosen, fault, hint, isRequired }: ChoiceField): Html {
  const told = [fault === undefined ? [] : [`${name}-fault`], hint === undefined ? [] : [`${name}-hint`]].flat();
  const described = told.length === 0 ? '' : ` aria-describedby="${told.join(' ')}"`;
  const invalid = fault === undefined ? '' : ' aria-invalid="true" autofocus';
  const own: Html = { markup: `${described}${invalid}${isRequired === true ? ' required' : ''}` };
  return html`<label class="above" for="${name}">${label}</label>
    ${fault === undefined ? null : html`<p class="fault" id="${name}-fault">${fault}</p>`}
    <select id="${name}" name="${name}" ${own}>
      ${choices.map((one) => option(one.value, one.name, one.value === chosen))}
    </select>
    ${hint === undefined ? null : html`<span class="detail" id="${name}-hint">${hint}</span>`}`;
}

/** The country that a browser names with its language, such as Belgium by `nl-BE`; empty where it names none. */
export function countryIn(acceptLanguage = ''): string {
  const regions = acceptLanguage.slice(0, 200).matchAll(/(?:^|,)\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z])/gi);
  return [...regions].map(([, region = '']) => region.toUpperCase()).find(isCountry) ?? '';
}

const [byCountry, byCurrency] = [new Map<string, readonly Choice[]>(), new Map<string, readonly Choice[]>()];

/** By their names in a language, in its order. */
export function countryChoices(language: string): readonly Choice[] {
  return kept(byCountry, language, () => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return inOrder(
      language,
      countries.map((value) => ({ value, name: names.of(value) ?? value })),
    );
  });
}

export function currencyChoices(language: string): readonly Choice[] {
  return kept(byCurrency, language, () => {
    const names = new Intl.DisplayNames([language], { type: 'currency' });
    return inOrder(
      language,
      currencies.map((value) => ({ value, name: `${names.of(value) ?? value} (${value})` })),
    );
  });
}

export function timeZoneChoices(): readonly Choice[] {
  return Intl.supportedValuesOf('timeZone').map((value) => ({ value, name: value.replaceAll('_', ' ') }));
}

function inOrder(language: string, choices: readonly Choice[]): readonly Choice[] {
  const { compare } = new Intl.Collator(language);
  return choices.toSorted((one, other) => compare(one.name, other.name));
}

/** Names of a language are looked up once. */
function kept(by: Map<string, readonly Choice[]>, language: string, make: () => readonly Choice[]): readonly Choice[] {
  const known = by.get(language) ?? make();
  by.set(language, known);
  return known;
}
