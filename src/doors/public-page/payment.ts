import { inFours } from '../../core/mod97.ts';
import { referenceShown } from '../../core/swiss-reference.ts';
import { qrSvg } from '../../render/epc.ts';
import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';

/** Bank details for the amount due, with a payment QR code. */
export function paymentOf(shown: Shown, { labels, money }: Reader): Html | null {
  const { payment } = shown;
  if (payment === null) return null;
  const { iban, account_number: account, bic, bank_name: bank, holder, reference, amount, qr } = payment;
  const row = (label: string, value: string | null, isCode = true) =>
    value === null
      ? null
      : html`<div>
          <dt>${label}</dt>
          <dd>${isCode ? html`<bdi dir="ltr">${value}</bdi>` : html`<bdi>${value}</bdi>`}</dd>
        </div>`;
  const code =
    qr === null ? null : html`<div class="code" role="img" aria-label="${labels.qrAlt}">${{ markup: qrSvg(qr) }}</div>`;
  return html`<section class="payment" aria-labelledby="payment-title">
    ${code}
    <div>
      <h2 id="payment-title">${labels.payByTransfer}</h2>
      ${qr === null ? null : html`<p class="detail">${labels.scanToPay}</p>`}
      <dl>
        ${row(amount === shown.amount_due ? labels.amountDue : labels.amount, money(amount))}
        ${row('IBAN', iban === null ? null : inFours(iban))} ${row(labels.accountNo, account)} ${row('BIC', bic)}
        ${row(labels.bank, bank, false)} ${row(labels.accountHolder, holder, false)}
        ${row(labels.reference, reference === null ? null : referenceShown(reference))}
      </dl>
    </div>
  </section>`;
}
