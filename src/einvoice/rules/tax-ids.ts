import type { TaxCategory } from '../../render/facts.ts';
import type { Invoice } from '../model.ts';
import { laws, ruleOf, type Use, usesOf } from './categories.ts';
import type { Report } from './finding.ts';

/** The rules …-02 to …-04 of each category, that say who must be known to the tax office, and BR-IC-11 and -12. */
export function checkTaxIds(invoice: Invoice, error: Report): void {
  const told = new Set<string>();
  for (const use of usesOf(invoice)) {
    const rule = ruleOf(laws[use.tax.category], 2 + use.place);
    const fault = faultOf(invoice, use);
    if (fault === undefined || told.has(rule)) continue;
    told.add(rule);
    error(rule, fault);
  }
  if (invoice.taxes.some(({ category }) => category === 'K')) checkIntraCommunity(invoice, error);
}

type Fault = Parameters<Report>[1];

function faultOf({ seller, buyer, taxRepresentative }: Invoice, { tax }: Use): Fault | undefined {
  const represented = taxRepresentative?.vatId ?? null;
  if (tax.category === 'O') {
    const at = seller.vatId !== null ? '/seller/taxIds' : buyer.vatId === null ? null : '/buyer/taxIds';
    return at === null && represented === null
      ? undefined
      : { pointer: at ?? '/taxRepresentative/vatId', ...outOfScope };
  }
  const isStrict = tax.category === 'K' || tax.category === 'G';
  const known = seller.vatId ?? represented ?? (isStrict ? null : seller.taxNumber);
  if (known === null) {
    return {
      pointer: '/seller/taxIds',
      message: `Your organisation has no VAT id, which ${laws[tax.category].name} needs.`,
      remedy: isStrict
        ? 'Write the VAT id of your organisation.'
        : 'Write the VAT id of your organisation, or its number at the tax office.',
    };
  }
  return needsBuyer[tax.category]?.(buyer) === false ? unknownBuyer(tax.category) : undefined;
}

const needsBuyer: Partial<Record<TaxCategory, (buyer: Invoice['buyer']) => boolean>> = {
  AE: ({ vatId, registration }) => vatId !== null || registration !== null,
  K: ({ vatId }) => vatId !== null,
};

function unknownBuyer(category: TaxCategory): Fault {
  return {
    pointer: '/buyer/taxIds',
    message: `The client has no VAT id, which ${laws[category].name} needs.`,
    remedy: 'Write the VAT id of the client.',
  };
}

const outOfScope = {
  message: 'An invoice that is not subject to VAT names no VAT id.',
  remedy: 'Choose "exempt" or "reverse charge" where VAT ids belong on the document.',
};

function checkIntraCommunity({ delivery, period }: Invoice, error: Report): void {
  if ((delivery === null || delivery.day === null) && period === null) {
    error('BR-IC-11', {
      pointer: '/dates/supplied',
      message: 'An intra-community supply needs the day of delivery.',
      remedy: 'Write the day of supply, or the period that is invoiced.',
    });
  }
  if (delivery === null || delivery.address === null || delivery.address.country === null) {
    error('BR-IC-12', {
      pointer: '/deliverTo/address/country',
      message: 'An intra-community supply needs the country where it goes.',
      remedy: 'Write the address of delivery with its country.',
    });
  }
}
