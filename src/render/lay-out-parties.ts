import { addressLines } from './address-lines.ts';
import type { Party } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import type { LayoutContext } from './layout-context.ts';
import { fact } from './lay-out-head.ts';
import type { FactModel, PartyModel, SellerModel } from './page-model.ts';
import { taxIdLabel } from './tax-id.ts';

export function sellerOf({ facts, labels, format }: LayoutContext): SellerModel {
  const { seller } = facts;
  return {
    name: seller.tradingName ?? seller.legalName,
    address: [
      ...(seller.tradingName === null || seller.tradingName === seller.legalName ? [] : [seller.legalName]),
      ...addressLines(seller.address, null, format.country),
    ],
    contact: [seller.contact?.phone, seller.contact?.email, seller.website].filter((line) => typeof line === 'string'),
    ids: [
      ...taxIds(seller, labels),
      fact(labels.registration, seller.registration?.value ?? null, { id: true }),
    ].filter((row) => row !== undefined),
    legal: seller.legalNote?.split('\n').filter((line) => line.trim() !== '') ?? [],
  };
}

const offered: readonly DocumentType[] = ['quote', 'proforma'];

export function partiesOf({ facts, labels, format }: LayoutContext): PartyModel[] {
  const { buyer, deliverTo, seller } = facts;
  const home = seller.address.country;
  const parties: PartyModel[] = [];
  if (buyer !== null) {
    const name = buyer.tradingName ?? buyer.legalName;
    const legal = buyer.tradingName === null || buyer.tradingName === buyer.legalName ? [] : [buyer.legalName];
    parties.push({
      heading: headingOf(facts.type, labels),
      name,
      lines: [...legal, ...only(buyer.contact?.name), ...addressLines(buyer.address, home, format.country)],
      ids: taxIds(buyer, labels),
    });
  }
  if (deliverTo !== null && (deliverTo.name !== null || deliverTo.address !== null)) {
    const lines = deliverTo.address === null ? [] : addressLines(deliverTo.address, home, format.country);
    parties.push({ heading: labels.deliverTo, name: deliverTo.name ?? '', lines, ids: [] });
  }
  return parties;
}

function headingOf(type: DocumentType, labels: LayoutContext['labels']): string {
  if (type === 'delivery_note') return labels.deliverTo;
  return offered.includes(type) ? labels.preparedFor : labels.billedTo;
}

function taxIds({ taxIds: ids }: Party, labels: LayoutContext['labels']): FactModel[] {
  return ids.map((id) => ({ label: taxIdLabel(id, labels), value: id.value, id: true, strong: false }));
}

function only(text: string | null | undefined): string[] {
  return text === null || text === undefined ? [] : [text];
}
