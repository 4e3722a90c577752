import type { DocumentDates, DocumentFacts, DocumentMark, References } from '../../../render/facts.ts';
import type { Address } from '../../../wire/index.ts';
import type { Snapshot } from '../document.ts';
import type { DocumentRow } from '../document-row.ts';
import type { FactAmounts } from './fact-amounts.ts';
import { buyerFrom, postalAddress, sellerFrom } from './fact-parties.ts';

type Printed = Pick<
  DocumentRow,
  | 'type'
  | 'number'
  | 'currency'
  | 'issue_date'
  | 'valid_until'
  | 'title'
  | 'buyer_reference'
  | 'notes'
  | 'terms'
  | 'footer'
  | 'issued_at'
  | 'accepted_at'
  | 'voided_at'
>;

/** Facts that only some types of document have. */
export type MoreFacts = {
  readonly dates?: Partial<DocumentDates>;
  readonly references?: Partial<References>;
  /** Beside those that follow from the document itself, such as `paid`. */
  readonly marks?: readonly DocumentMark[];
} & Partial<
  Pick<DocumentFacts, 'payment' | 'payments' | 'instalments' | 'deposits' | 'taxCurrency' | 'statement' | 'receipt'>
>;

type Parts = { readonly snapshot: Snapshot; readonly amounts: FactAmounts; readonly more?: MoreFacts };

/** A document as its page and its e-invoice tell it: from what was kept when it was issued, and nothing else. */
export function documentFacts(row: Printed, { snapshot, amounts, more = {} }: Parts): DocumentFacts {
  const { dates, references, marks = [], ...others } = more;
  return {
    type: row.type,
    number: row.number,
    marks: [...ownMarks(row), ...marks],
    language: snapshot.language,
    currency: row.currency,
    dates: {
      issued: row.issue_date,
      supplied: null,
      period: null,
      due: null,
      validUntil: row.valid_until,
      taxPoint: null,
      ...dates,
    },
    seller: sellerFrom(snapshot.seller),
    buyer: snapshot.buyer && buyerFrom(snapshot.buyer),
    deliverTo: deliverTo(snapshot.buyer),
    references: {
      ...noReferences,
      buyer: row.buyer_reference ?? snapshot.buyer?.buyer_reference ?? null,
      ...references,
    },
    ...amounts,
    payment: null,
    payments: [],
    taxCurrency: null,
    statement: null,
    ...others,
    texts: { subject: row.title, intro: null, note: row.notes, terms: row.terms, footer: row.footer },
  };
}

const noReferences: References = {
  buyer: null,
  order: null,
  sale: null,
  contract: null,
  project: null,
  despatch: null,
  quote: null,
  corrects: [],
  buyerAccounting: null,
};

function ownMarks(row: Printed): DocumentMark[] {
  if (row.issued_at === null) return ['draft'];
  if (row.voided_at !== null) return ['void'];
  return row.accepted_at === null ? [] : ['accepted'];
}

function deliverTo(buyer: Snapshot['buyer']) {
  const { billing_address: billing = null, shipping_address: shipping = null } = buyer ?? {};
  if (shipping === null || isSame(billing, shipping)) return null;
  return { name: null, locationId: null, address: postalAddress(shipping) };
}

function isSame(one: Address | null, other: Address): boolean {
  return one !== null && JSON.stringify(postalAddress(one)) === JSON.stringify(postalAddress(other));
}
