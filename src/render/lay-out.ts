import { documentLocale } from './document-locale.ts';
import { coverageOf } from './coverage.ts';
import type { DocumentFacts } from './facts.ts';
import { type CjkSet, fallbackFamilies, familyOf } from './fonts.ts';
import { type Format, formatFor } from './format.ts';
import { nearest } from '../messages/index.ts';
import { type Labels, labelsFor } from './labels.ts';
import { factRows, heroOf, stampOf, titleNumber, watermarkOf } from './lay-out-head.ts';
import { partiesOf, sellerOf } from './lay-out-parties.ts';
import { billModel } from './lay-out-qr-bill.ts';
import { sectionsOf } from './lay-out-sections.ts';
import { parseMarkdown } from './markdown.ts';
import type { PageModel } from './page-model.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';
import type { Template } from './template.ts';
import type { LayoutContext } from './layout-context.ts';
import { themeOf } from './theme.ts';

export type LaidOut = {
  /** The page model as the page reads it. */
  readonly json: string;
  /** Font files beyond those that every document may use. */
  readonly fonts: readonly string[];
};

/** Beside the facts, what the page needs to know of its logo and of what is attached to it. */
export type Extras = Pick<PageModel, 'attachments'> & { readonly logo: string | null };

/** The page of a document as strings: everything is decided here, so that a design only has to set it. */
export function layOut(facts: DocumentFacts, template: Template, extras: Extras): LaidOut {
  return written(pageModel(facts, template, extras), facts.language);
}

export function pageModel(facts: DocumentFacts, template: Template, { logo, attachments }: Extras): PageModel {
  const locale = documentLocale({ language: facts.language, country: facts.seller.address.country }, template.labels);
  const labels = labelsFor(locale, template.labels);
  const format = formatFor(locale, facts.currency, template.date_style);
  const values = placeholderValues(facts, labels, format);
  const texts = { ...template.texts['*'], ...nearest(facts.language, template.texts) };
  const text: LayoutContext['text'] = (name) =>
    texts[name] === undefined ? null : fillPlaceholders(texts[name], values);
  const context: LayoutContext = { facts, template, labels, locale, format, text };
  const page = new Intl.Locale(locale).maximize();
  return {
    ...scriptOf(page, template),
    ...pageLocale(page),
    ...themeOf(template, logo),
    title: labels.title[facts.type],
    number: titleNumber(context),
    subject: facts.texts.subject,
    watermark: watermarkOf(context),
    stamp: stampOf(context),
    seller: sellerOf(context),
    parties: partiesOf(context),
    facts: factRows(context),
    hero: heroOf(context),
    sections: sectionsOf(context),
    bill: billModel(context),
    footer: parseMarkdown([facts.texts.footer, text('footer')].filter((line) => line !== null).join('\n\n')),
    pageOf: labels.pageOf,
    attachments,
  };
}

/** As the engine and readers of PDFs know languages: `es-419` is Spanish of no country. */
export function pageLocale({ language, region = '' }: Intl.Locale): Pick<PageModel, 'lang' | 'region'> {
  return { lang: language.length <= 3 ? language : 'en', region: /^[A-Z]{2}$/.test(region) ? region : null };
}

const casedScripts = new Set(['Latn', 'Grek', 'Cyrl', 'Armn']);
const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo']);

export function scriptOf({ script = 'Latn' }: Intl.Locale, template: Template): Pick<PageModel, 'dir' | 'cased'> {
  const own = rightToLeft.has(script) ? 'rtl' : 'ltr';
  return { dir: template.direction === 'auto' ? own : template.direction, cased: casedScripts.has(script) };
}

function placeholderValues(facts: DocumentFacts, labels: Labels, format: Format): PlaceholderValues {
  const day = (value: string | null): string => (value === null ? '' : format.day(value));
  const { dates, totals, buyer, seller, references } = facts;
  return {
    number: facts.number ?? '',
    title: labels.title[facts.type],
    issued: day(dates.issued),
    due: day(dates.due),
    supplied: day(dates.supplied),
    valid_until: day(dates.validUntil),
    total: format.money(totals.gross),
    amount_due: format.money(totals.due),
    client: buyer?.tradingName ?? buyer?.legalName ?? '',
    seller: seller.tradingName ?? seller.legalName,
    order: references.order ?? '',
    buyer_reference: references.buyer ?? '',
    year: dates.issued?.slice(0, 4) ?? '',
  };
}

/**
 * As JSON, with the fonts that its characters need. A character that no font of ours has would stop the whole document,
 * so pictographs are left out and others become a box.
 */
export function written(model: PageModel | object, language: string): LaidOut {
  const raw = JSON.stringify(model, (_, value: unknown) => (typeof value === 'string' ? tidied(value) : value));
  const { sets, missing } = coverageOf(raw, language);
  const families = [...fallbackFamilies, ...sets.map((set) => familyOf(set).name)];
  const json =
    missing.size === 0 ? raw : Array.from(raw, (letter) => (missing.has(letter) ? replaced(letter) : letter)).join('');
  return { json: `{"fallback":${JSON.stringify(families)},${json.slice(1)}`, fonts: filesOf(sets) };
}

function filesOf(sets: readonly CjkSet[]): string[] {
  return sets.flatMap((set) => familyOf(set).files);
}

/** Without control characters but the end of a line, and without those that turn the direction of what follows. */
function tidied(text: string): string {
  return /[^ -~]/.test(text) ? text.toWellFormed().replaceAll(/(?!\n)\p{Cc}|[\u202a-\u202e]/gu, '') : text;
}

function replaced(letter: string): string {
  return /[\p{Extended_Pictographic}\p{Mark}\p{Emoji_Component}\p{Cf}]/u.test(letter) ? '' : '□';
}
