import type { PostalAddress } from './facts.ts';

/** Countries where the postal code stands before the town, as in most of Europe. */
const codeFirst = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IL IS IT LT LU LI LV MC NL NO PL PT RO RS SE SI SK SM TR UA VA MX'.split(
    ' ',
  ),
);
/** Town, region and code in one line, as in the United States. */
const townRegionCode = new Set('US CA AU NZ PR IN'.split(' '));
/** Countries whose addresses begin with the largest part. */
const largestFirst = new Set('JP CN TW HK MO KR'.split(' '));

/**
 * An address as the post of its country wants it, the name of the country last and only where that is another one than
 * `home`. East Asian addresses in Latin letters are written the other way round, as the post there asks abroad.
 */
export function addressLines(address: PostalAddress, home: string | null, country: (code: string) => string): string[] {
  const { line1, line2, line3, city, postalCode, region } = address;
  const street = [line1, line2, line3].filter(isWritten);
  const abroad = address.country !== null && address.country !== home ? [country(address.country)] : [];
  if (isEastAsian(address)) {
    const code = postalCode === null ? [] : [address.country === 'JP' ? `〒${postalCode}` : postalCode];
    return [...code, joined([region, city], ''), ...street, ...abroad].filter(isWritten);
  }
  return [...street, ...townLines(address.country ?? home, city, postalCode, region), ...abroad].filter(isWritten);
}

function townLines(country: string | null, city: string | null, code: string | null, region: string | null): string[] {
  if (country !== null && townRegionCode.has(country)) {
    return [[city, joined([region, code], ' ')].filter(isWritten).join(', ')];
  }
  if (country !== null && codeFirst.has(country)) {
    const inTown = country === 'IT' || country === 'ES' ? region : null;
    return [joined([code, city, inTown === null ? null : `(${inTown})`], ' ')];
  }
  if (country === 'GB' || country === 'IE') return [city ?? '', region ?? '', code ?? ''];
  return [joined([city, code], ' '), region ?? ''];
}

function isEastAsian({ country, line1, city }: PostalAddress): boolean {
  return country !== null && largestFirst.has(country) && /[\p{Script=Han}\p{Script=Hangul}]/u.test(`${line1}${city}`);
}

function joined(parts: readonly (string | null)[], between: string): string {
  return parts.filter(isWritten).join(between);
}

function isWritten(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
