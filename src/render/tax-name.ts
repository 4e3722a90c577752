import { type Decimal, parseDecimal, rescale } from '../core/decimal.ts';
import type { Labels } from './labels.ts';

/** As a rate stands at the end of a name: `19%`, `5,5 %`, and the same in brackets. */
const rateAtEnd = /(\d{1,3}(?:[.,]\d{1,6})?)[ \u00a0\u202f]?%\)?$/u;

/**
 * Name of a tax without its rate, for places that print the rate beside it. Many are named with their rate, such as
 * "USt 19%", which would then stand there twice.
 */
export function bareTaxName(name: string, percent: Decimal): string {
  const [text = '', digits = ''] = rateAtEnd.exec(name) ?? [];
  if (!isRate(digits, percent)) return withoutFigure(name, percent);
  const bare = name.slice(0, -text.length).trimEnd();
  return (text.endsWith(')') && bare.endsWith('(') ? bare.slice(0, -1) : bare).trimEnd();
}

function isRate(digits: string, percent: Decimal): boolean {
  const named = parseDecimal(digits.replace(',', '.'));
  return named !== undefined && rescale(named, 6) === rescale(percent, 6);
}

/** "USt 19" and "20% VAT" are the tax and its rate too; of other names a figure may be a part. */
function withoutFigure(name: string, percent: Decimal): string {
  const [, before = '', figure = ''] = /^(\D+?)[ \u00a0](\d[\d.,]*)$/u.exec(name) ?? [];
  if (isUsual(before) && isRate(figure, percent)) return before;
  const [, rate = '', after = ''] = /^(\d[\d.,]*)[ \u00a0\u202f]?%[ \u00a0](\D+)$/u.exec(name) ?? [];
  return isUsual(after) && isRate(rate, percent) ? after : name;
}

/** Common names of VAT, by language. */
const usual: Readonly<Record<string, readonly string[]>> = {
  en: ['vat', 'value added tax'],
  de: ['mwst', 'ust', 'mehrwertsteuer', 'umsatzsteuer'],
  fr: ['tva'],
  es: ['iva'],
  it: ['iva'],
  pt: ['iva'],
  nl: ['btw'],
  pl: ['vat', 'ptu'],
  sv: ['moms'],
  da: ['moms'],
  nb: ['mva', 'merverdiavgift'],
  fi: ['alv'],
  cs: ['dph'],
  hu: ['áfa'],
  ro: ['tva'],
  el: ['φπα'],
  tr: ['kdv'],
  bg: ['ддс'],
  uk: ['пдв'],
  ja: ['消費税'],
  zh: ['增值税'],
  ko: ['부가세', '부가가치세'],
  he: ['מע״מ', 'מע"מ'],
  ar: ['ضريبة القيمة المضافة'],
  th: ['ภาษีมูลค่าเพิ่ม'],
};

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll('.', '');
}

function isUsual(name: string): boolean {
  return Object.values(usual).some((names) => names.includes(plain(name)));
}

/** The name in the language of a document: VAT is called what it is called there, other taxes what they are called. */
export function taxName(
  { name, percent }: { readonly name: string; readonly percent: Decimal },
  { labels, locale }: { readonly labels: Labels; readonly locale: string },
): string {
  const bare = bareTaxName(name, percent);
  const [language = ''] = locale.split('-', 1);
  return isUsual(bare) && usual[language]?.includes(plain(bare)) !== true ? labels.vat : bare;
}
