import { Facts } from '../../kit/facts.tsx';
import { figure } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { addressLines, type Client } from './client.ts';

export function ContactFacts({ of }: { readonly of: Client }) {
  const w = words.value;
  const { clients: texts } = w.sell;
  return (
    <Facts
      of={[
        [w.email, of.email && <a href={`mailto:${of.email}`}>{of.email}</a>],
        [texts.phone, of.phone && <a href={`tel:${of.phone}`}>{of.phone}</a>],
        [texts.website, of.website],
        [texts.address, of.billing_address && addressLines(of.billing_address)],
        ...of.shipping_addresses.map((address) => [texts.shipping, addressLines(address)] as const),
        [texts.tags, of.tags.join(', ')],
      ]}
    />
  );
}

export function termsText(of: NonNullable<Client['payment_terms']>): string {
  const due = filled(named(words.value.sell.clients.termsAs, of.type), { n: of.value });
  const early = (of.early_discounts ?? []).map(({ percent, days }) => `${figure(percent)} % / ${days}`);
  return [due, ...early].join(' · ');
}
