import type { XmlElement } from '../xml/parse-xml.ts';
import { textAt } from './xml-value.ts';

export const zugferd1Root = 'zf:CrossIndustryDocument';

/** The names of ZUGFeRD 1 that D16B has changed; most others are the same. */
const renamed: ReadonlyMap<string, string> = new Map([
  [zugferd1Root, 'rsm:CrossIndustryInvoice'],
  ['zf:SpecifiedExchangedDocumentContext', 'rsm:ExchangedDocumentContext'],
  ['zf:HeaderExchangedDocument', 'rsm:ExchangedDocument'],
  ['zf:SpecifiedSupplyChainTradeTransaction', 'rsm:SupplyChainTradeTransaction'],
  ['ram:ApplicableSupplyChainTradeAgreement', 'ram:ApplicableHeaderTradeAgreement'],
  ['ram:ApplicableSupplyChainTradeDelivery', 'ram:ApplicableHeaderTradeDelivery'],
  ['ram:ApplicableSupplyChainTradeSettlement', 'ram:ApplicableHeaderTradeSettlement'],
  ['ram:SpecifiedSupplyChainTradeAgreement', 'ram:SpecifiedLineTradeAgreement'],
  ['ram:SpecifiedSupplyChainTradeDelivery', 'ram:SpecifiedLineTradeDelivery'],
  ['ram:SpecifiedSupplyChainTradeSettlement', 'ram:SpecifiedLineTradeSettlement'],
  ['ram:ApplicablePercent', 'ram:RateApplicablePercent'],
]);

/** Its sums have one name, which D16B tells apart by what they are the sum of. */
const sums = 'ram:SpecifiedTradeSettlementMonetarySummation';
const sumsOf: ReadonlyMap<string, string> = new Map([
  ['ram:ApplicableSupplyChainTradeSettlement', 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
  ['ram:SpecifiedSupplyChainTradeSettlement', 'ram:SpecifiedTradeSettlementLineMonetarySummation'],
]);

/** An invoice of ZUGFeRD 1.0, of 2014, under the names of D16B, which came out of it. */
export function asCii(element: XmlElement, parent = ''): XmlElement {
  const children = element.children.filter(isTold).map((child) => asCii(child, element.name));
  return { ...element, name: nameIn(element.name, parent), children };
}

function nameIn(name: string, parent: string): string {
  if (name === sums) return sumsOf.get(parent) ?? name;
  if (name === 'ram:ID' && parent.endsWith('ReferencedDocument')) return 'ram:IssuerAssignedID';
  return renamed.get(name) ?? name;
}

const lineTotal = `ram:SpecifiedSupplyChainTradeSettlement/${sums}/ram:LineTotalAmount`;

/** Its profile BASIC has lines without amounts, and notes stand as lines too: neither is one to add up. */
function isTold(element: XmlElement): boolean {
  return element.name !== 'ram:IncludedSupplyChainTradeLineItem' || textAt(element, lineTotal) !== null;
}
