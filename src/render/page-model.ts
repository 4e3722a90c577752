import type { Block } from './markdown.ts';
import type { Messages } from '../messages/index.ts';
import type { SwissLanguage } from './qr-bill-language.ts';

/**
 * Content of a page for a design: strings that are already in the reader's language, never numbers. `null` is not
 * there. An `id` text, such as a number or an IBAN, is set from left to right on every page.
 */
export type PageModel = {
  readonly lang: string;
  readonly region: string | null;
  readonly dir: 'ltr' | 'rtl';
  /** The script has capitals, so labels are set in them. */
  readonly cased: boolean;
  readonly fonts: readonly string[];
  readonly headingFonts: readonly string[];
  readonly theme: ThemeModel;
  readonly title: string;
  readonly number: string;
  readonly subject: string | null;
  readonly watermark: string | null;
  readonly stamp: { readonly label: string; readonly detail: string | null; readonly good: boolean } | null;
  readonly seller: SellerModel;
  readonly parties: readonly PartyModel[];
  readonly facts: readonly FactModel[];
  readonly hero: {
    readonly label: string;
    readonly value: string;
    readonly detail: string | null;
    readonly pill: string | null;
  } | null;
  readonly sections: readonly SectionModel[];
  readonly footer: readonly Block[];
  readonly bill: QrBillModel | null;
  readonly pageOf: string;
  readonly attachments: readonly AttachmentModel[];
};

export type ThemeModel = {
  readonly accent: string;
  /** The accent for letters: the ink where the accent is too pale to be read on white. */
  readonly accentInk: string;
  readonly onAccent: string;
  readonly ink: string;
  readonly muted: string;
  readonly tint: string;
  readonly line: string;
  /** For letters of less weight where the ink is the ground. */
  readonly onInkMuted: string;
  readonly size: number;
  readonly radius: number;
  readonly pad: number;
  readonly paper: 'a4' | 'us-letter' | 'slip';
  readonly landscape: boolean;
  /** Millimetres, null as in the design. */
  readonly margins: {
    readonly top: number | null;
    readonly right: number | null;
    readonly bottom: number | null;
    readonly left: number | null;
  };
  readonly logo: string | null;
  readonly logoHeight: number | null;
};

export type SellerModel = {
  readonly name: string;
  readonly address: readonly string[];
  readonly contact: readonly string[];
  readonly ids: readonly FactModel[];
  readonly legal: readonly string[];
};

export type PartyModel = {
  readonly heading: string;
  readonly name: string;
  readonly lines: readonly string[];
  readonly ids: readonly FactModel[];
};

export type FactModel = {
  readonly label: string;
  readonly value: string;
  readonly id: boolean;
  readonly strong: boolean;
};

export type SectionModel =
  | {
      readonly type: 'text';
      readonly name: 'intro' | 'note' | 'terms';
      readonly heading: string | null;
      readonly body: readonly Block[];
    }
  | TableModel
  | { readonly type: 'totals'; readonly rows: readonly TotalModel[]; readonly notes: readonly string[] }
  | PaymentModel
  | { readonly type: 'ageing'; readonly heading: string; readonly buckets: readonly FactModel[] }
  | { readonly type: 'signature'; readonly fields: readonly string[] };

export type TableModel = {
  readonly type: 'table';
  readonly columns: readonly ColumnModel[];
  readonly rows: readonly RowModel[];
  /** Set where pages carry a running total over. */
  readonly carried: { readonly forward: string; readonly brought: string } | null;
};

export type ColumnModel = {
  /** Stable name of the row, whatever its label. */
  readonly key: string;
  readonly label: string;
  readonly kind: 'position' | 'item' | 'text' | 'number' | 'quiet_number' | 'amount';
};

export type RowModel = {
  readonly section: string | null;
  readonly cells: readonly string[];
  readonly details: readonly string[];
  readonly quiet: boolean;
  /** The running total after this row. */
  readonly carried: string | null;
};

export type TotalModel = {
  readonly label: string;
  readonly value: string;
  readonly kind: 'plain' | 'strong' | 'grand';
};

export type PaymentModel = {
  readonly type: 'payment';
  readonly title: string;
  readonly hint: string | null;
  readonly qr: { readonly svg: string; readonly alt: string } | null;
  readonly rows: readonly FactModel[];
  readonly lines: readonly string[];
  readonly link: { readonly text: string; readonly to: string } | null;
  readonly text: readonly Block[];
};

/** Payment part at the foot of the last page, in one of the four languages of its headings. */
export type QrBillModel = {
  readonly lang: SwissLanguage;
  readonly words: Messages['qr_bill'];
  readonly account: readonly string[];
  readonly reference: string | null;
  readonly message: string;
  /** Null where they write it by hand, as the amount. */
  readonly debtor: readonly string[] | null;
  readonly currency: string;
  readonly amount: string | null;
  readonly qr: string;
};

export type AttachmentModel = {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly relationship: 'alternative' | 'supplement' | 'data' | 'source';
  readonly description: string;
};
