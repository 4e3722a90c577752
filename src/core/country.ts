/** Regions that have two letters and are no country: alliances, islands that only the post knows, test values. */
const noCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);
const otherNames = { usa: 'US', 'u.s.a.': 'US', uk: 'GB', 'great britain': 'GB', england: 'GB', holland: 'NL' };

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** ISO 3166-1 alpha-2 code to English name, as Unicode has them. Codes of countries that are no more are not there. */
const names = new Map(
  twoLetters()
    .filter((code) => !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((code) => {
      const name = english.of(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
);
const codes = new Map([
  ...Array.from(names, ([code, name]) => [name.toLowerCase(), code] as const),
  ...Object.entries(otherNames),
]);

/** Every code, in alphabetical order. */
export const countries: readonly string[] = [...names.keys()];

export function isCountry(code: string): boolean {
  return names.has(code);
}

/** `DE` for `Germany`, `germany` and `de`; undefined for what is none. */
export function countryNamed(text: string): string | undefined {
  const code = text.toUpperCase();
  return isCountry(code) ? code : codes.get(text.toLowerCase());
}

function twoLetters(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => `${first}${second}`));
}
