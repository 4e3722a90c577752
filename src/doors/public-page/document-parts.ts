import { addressLines } from '../../render/address-lines.ts';
import { taxIdFrom, taxIdLabel } from '../../render/tax-id.ts';
import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';

type Buyer = NonNullable<Shown['buyer']>;
type Address = NonNullable<Buyer['billing_address']>;

/** Addressee and delivery address. */
export function partiesOf({ type, seller, buyer, buyer_reference: reference }: Shown, reader: Reader): Html {
  const { labels } = reader;
  if (buyer === null) return html``;
  const home = seller.address?.country ?? null;
  const { name, legal_name: legal, tax_ids: taxIds, billing_address: billing, shipping_address: shipping } = buyer;
  const ids = taxIds.map((id) => taxIdItem(id, reader));
  const other = legal === null || legal === name ? null : html`<li><bdi>${legal}</bdi></li>`;
  const goesElsewhere = shipping !== null && JSON.stringify(shipping) !== JSON.stringify(billing);
  return html`<section class="parties">
    <div>
      <h2>${headingOf(type, reader)}</h2>
      <ul>
        <li>
          <strong><bdi>${name}</bdi></strong>
        </li>
        ${other}${addressItems(billing, home, reader)}${ids}
      </ul>
    </div>
    ${
      goesElsewhere
        ? html`<div>
            <h2>${labels.deliverTo}</h2>
            <ul>
              ${addressItems(shipping, home, reader)}
            </ul>
          </div>`
        : null
    }
    ${
      reference === null
        ? null
        : html`<div>
            <h2>${labels.buyerReference}</h2>
            <p><bdi>${reference}</bdi></p>
          </div>`
    }
  </section>`;
}

function headingOf(type: Shown['type'], { labels }: Reader): string {
  if (type === 'delivery_note') return labels.deliverTo;
  return type === 'quote' ? labels.preparedFor : labels.billedTo;
}

function addressItems(address: Address | null, home: string | null, reader: Reader): Html[] {
  if (address === null) return [];
  const { postal_code: postalCode, ...rest } = address;
  const lines = addressLines({ ...rest, postalCode, line3: null }, home, reader.country);
  return lines.map((line) => html`<li><bdi>${line}</bdi></li>`);
}

function taxIdItem(id: Buyer['tax_ids'][number], { labels }: Reader): Html {
  return html`<li>${taxIdLabel(taxIdFrom(id), labels)} <bdi>${id.value}</bdi></li>`;
}

/** Texts of the organisation beside the lines. */
export function textsOf({ notes, terms, footer }: Shown, { labels }: Reader): Html {
  const parts = [
    ...(notes === null ? [] : [html`<p class="text"><bdi>${notes}</bdi></p>`]),
    ...(terms === null
      ? []
      : [
          html`<h2>${labels.terms}</h2>
            <p class="text"><bdi>${terms}</bdi></p>`,
        ]),
    ...(footer === null ? [] : [html`<p class="text quiet"><bdi>${footer}</bdi></p>`]),
  ];
  return parts.length === 0 ? html`` : html`<section class="texts">${parts}</section>`;
}

/** Seller and contact details. */
export function sellerOf({ seller, number, title }: Shown, reader: Reader): Html {
  const { labels, words } = reader;
  const { name, legal_name: legal, email, phone, website, tax_ids: taxIds, registration_number: registration } = seller;
  const address = seller.address === null ? [] : addressItems(seller.address, seller.address.country, reader);
  const subject = encodeURIComponent([number, title].filter((part) => part !== null).join(' '));
  const mail =
    email === null
      ? null
      : html`<li>
          <a href="mailto:${encodeURIComponent(email)}?subject=${subject}"><bdi>${email}</bdi></a>
        </li>`;
  return html`<footer>
    <div>
      <ul>
        <li>
          <strong><bdi>${legal ?? name}</bdi></strong>
        </li>
        ${address}
      </ul>
    </div>
    <div>
      <ul>
        ${taxIds.map((id) => taxIdItem(id, reader))}
        ${registration === null ? null : html`<li>${labels.registration} <bdi>${registration}</bdi></li>`}
      </ul>
    </div>
    ${
      email === null && phone === null && website === null
        ? null
        : html`<div>
            <ul>
              <li>${words.questions}</li>
              ${mail} ${phone === null ? null : html`<li><bdi dir="ltr">${phone}</bdi></li>`}
              ${website === null ? null : html`<li><bdi dir="ltr">${website}</bdi></li>`}
            </ul>
          </div>`
    }
  </footer>`;
}
