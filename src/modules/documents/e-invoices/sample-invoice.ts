import type { DocumentFacts, LineTax } from '../../../render/facts.ts';
import { sampleFacts } from '../../../render/samples.ts';
import type { Snapshot } from '../document.ts';
import { sellerFrom } from '../printing/fact-parties.ts';
import { paymentTo } from '../printing/fact-sale.ts';

type Seller = { readonly seller: Snapshot['seller']; readonly chargesTax: boolean };

/** An invoice that this seller might issue at home, for the rules to find what the seller lacks. */
export function sampleInvoice({ seller, chargesTax }: Seller, currency: string): DocumentFacts {
  const facts = sampleFacts('invoice', 'en');
  const { buyer } = facts;
  const country = seller.address?.country ?? null;
  const payment = paymentTo({ seller, payment_reference: null }, { number: facts.number, currency });
  const atHome = {
    ...facts,
    currency,
    seller: sellerFrom(seller),
    buyer: buyer && { ...buyer, address: { ...buyer.address, country: country ?? buyer.address.country } },
    payment,
  };
  return chargesTax ? atHome : untaxed(atHome);
}

/** Sellers who charge no tax invoice outside its scope, where no rule asks for a tax number. */
function untaxed(facts: DocumentFacts): DocumentFacts {
  const outside = <Tax extends LineTax>(tax: Tax): Tax => ({ ...tax, category: 'O', percent: { units: 0n, scale: 0 } });
  return {
    ...facts,
    lines: facts.lines.map((line) => ({ ...line, taxes: line.taxes.map(outside) })),
    taxes: facts.taxes.map(outside),
  };
}
