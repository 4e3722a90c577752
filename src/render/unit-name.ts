import { counted } from '../messages/index.ts';
import { type Decimal, formatDecimal } from '../core/decimal.ts';
import type { Labels } from './labels.ts';

type UnitKind = keyof Labels['units'];

/** Common names of the usual units, by language. Symbols such as kg and h are the same in all. */
const written: Readonly<Record<UnitKind, Readonly<Record<string, string>>>> = {
  hour: {
    en: 'hour hours hr hrs',
    de: 'stunde stunden std',
    fr: 'heure heures',
    es: 'hora horas',
    nl: 'uur uren',
    pl: 'godz godzina godziny godzin',
    sv: 'timme timmar tim',
  },
  day: {
    en: 'day days',
    de: 'tag tage personentag personentage',
    fr: 'jour jours',
    es: 'día días',
    it: 'giorno giorni',
    pl: 'dzień dni',
  },
  week: {
    en: 'week weeks',
    de: 'woche wochen',
    fr: 'semaine semaines',
    es: 'semana semanas',
    it: 'settimana settimane',
  },
  month: { en: 'month months', de: 'monat monate', fr: 'mois', es: 'mes meses', it: 'mese mesi', nl: 'maand maanden' },
  piece: {
    en: 'piece pieces pc pcs each unit units',
    de: 'stück stk',
    fr: 'pièce pièces pce pcs',
    es: 'unidad unidades ud uds',
    it: 'pezzo pezzi pz',
    nl: 'stuk stuks',
    pl: 'szt sztuka sztuki sztuk',
    sv: 'styck',
  },
};

type Known = { readonly kind: UnitKind; readonly languages: readonly string[] };

const known: ReadonlyMap<string, Known> = new Map(
  // The same keys that it was declared with.
  (Object.keys(written) as UnitKind[]).flatMap((kind) => {
    const names = Object.entries(written[kind]).flatMap(([language, all]) =>
      all.split(' ').map((name) => [name, language] as const),
    );
    return [...Map.groupBy(names, ([name]) => name)].map(
      ([name, found]) => [name, { kind, languages: found.map(([, language]) => language) }] as const,
    );
  }),
);

function unitOf(label: string): Known | undefined {
  return known.get(label.trim().toLowerCase().replace(/\.$/, ''));
}

/** The usual unit that a label means, in whatever language it was written. */
export function unitKind(label: string): UnitKind | undefined {
  return unitOf(label)?.kind;
}

/** A unit in the language of a document: as it was written, unless that is the usual word of another language. */
export function unitName(
  label: string,
  count: Decimal,
  { labels, locale }: { labels: Labels; locale: string },
): string {
  const unit = unitOf(label);
  const [language = ''] = locale.split('-', 1);
  if (unit === undefined || unit.languages.includes(language)) return label;
  return counted(language, labels.units[unit.kind], Number(formatDecimal(count.units, count.scale)));
}
