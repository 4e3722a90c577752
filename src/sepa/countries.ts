/** Countries of SEPA by the letters that IBANs begin with. Territories have the IBANs of the country they are of. */
const countries: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'SE SI SK SM VA'
  ).split(' '),
);

/** True for an IBAN that a SEPA credit transfer reaches. */
export function isInSepa(iban: string): boolean {
  return countries.has(iban.slice(0, 2));
}
