import type { Party } from './facts.ts';
import { nearest } from '../messages/index.ts';

/** Name, description, price in cents, quantity and tax percent. */
type Item = readonly [string, string, string, string, string];
export type Words = {
  readonly currency: string;
  /** Prices are of euros; others are worth so many times less. */
  readonly factor: bigint;
  readonly tax: string;
  readonly terms: string;
  readonly note: string;
  readonly items: readonly Item[];
  readonly buyer: Party;
};

/** Texts of a sample document, by language. */
export function wordsOf(language: string): Words {
  return nearest(language, words) ?? english;
}

function buyer(legalName: string, contact: string, vat: string | null, address: Partial<Party['address']>): Party {
  return {
    legalName,
    tradingName: null,
    ids: [],
    registration: null,
    legalNote: null,
    website: null,
    accountNumber: null,
    taxIds: vat === null ? [] : [{ scheme: 'vat', value: vat, label: null }],
    electronicAddress: null,
    address: {
      line1: null,
      line2: null,
      line3: null,
      city: null,
      postalCode: null,
      region: null,
      country: null,
      ...address,
    },
    contact: { name: contact, phone: null, email: null },
  };
}

const hamburg = { line1: 'Speicherstadt 12', city: 'Hamburg', postalCode: '20457', country: 'DE' };

const english: Words = {
  currency: 'EUR',
  factor: 1n,
  tax: 'VAT',
  terms: '14 days net',
  note: 'Thank you for brewing something good with us. Please quote the invoice number with your transfer.',
  items: [
    ['Brand identity refresh', 'Logo system, colour palette and typographic guidelines', '480000', '1', '19'],
    [
      'Packaging design, single-origin series',
      'Six labels, print-ready files including FSC proofs',
      '42000',
      '6',
      '19',
    ],
    ['Photography licence', 'Twelve months, web and print, European Union', '4500', '12', '7'],
  ],
  buyer: buyer('Kaffeerösterei Blauberg eG', 'Zoë Ångström-Müller', 'DE987654328', hamburg),
};

const words: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    currency: 'EUR',
    factor: 1n,
    tax: 'USt.',
    terms: '14 Tage netto',
    note: 'Vielen Dank für die schöne Zusammenarbeit. Bitte geben Sie bei der Überweisung die Rechnungsnummer an.',
    items: [
      ['Überarbeitung der Marke', 'Logosystem, Farbwelt und typografische Richtlinien', '480000', '1', '19'],
      [
        'Verpackungsgestaltung der Reihe „Einzellage“',
        'Sechs Etiketten, druckfertige Daten einschließlich FSC-Proofs',
        '42000',
        '6',
        '19',
      ],
      ['Fotolizenz', 'Zwölf Monate, Web und Druck, Europäische Union', '4500', '12', '7'],
    ],
    buyer: buyer('Kaffeerösterei Blauberg eG', 'Zoë Ångström-Müller', 'DE987654328', hamburg),
  },
  ja: {
    currency: 'JPY',
    factor: 1n,
    tax: '消費税',
    terms: '月末締め翌月末払い',
    note: 'この度はご依頼いただき誠にありがとうございました。お振込の際は請求書番号をご記入ください。',
    items: [
      ['ブランドアイデンティティ刷新', 'ロゴシステム、カラーパレット、タイポグラフィ指針', '480000', '1', '10'],
      ['パッケージデザイン（シングルオリジン）', 'ラベル6種、FSC校正を含む入稿データ', '42000', '6', '10'],
      ['写真使用許諾', '12か月、ウェブおよび印刷、日本国内', '4500', '12', '8'],
    ],
    buyer: buyer('株式会社青山珈琲', '山田 花子 様', null, {
      line1: '神宮前4-12-10',
      city: '渋谷区',
      postalCode: '150-0001',
      region: '東京都',
      country: 'JP',
    }),
  },
  ar: {
    currency: 'EUR',
    factor: 1n,
    tax: 'ضريبة',
    terms: 'خلال 14 يومًا',
    note: 'شكرًا لتعاملكم معنا. يرجى ذكر رقم الفاتورة عند التحويل.',
    items: [
      ['تصميم الهوية البصرية', 'الشعار ولوحة الألوان وإرشادات الخطوط', '480000', '1', '19'],
      ['تصميم التغليف', 'ست ملصقات جاهزة للطباعة (FSC)', '42000', '6', '19'],
      ['رخصة استخدام الصور', 'اثنا عشر شهرًا، ويب وطباعة', '4500', '12', '7'],
    ],
    buyer: buyer('شركة النخيل للتجارة', 'السيدة ليلى حداد', null, {
      line1: 'شارع التحرير 12',
      city: 'القاهرة',
      postalCode: '11511',
      country: 'EG',
    }),
  },
};
