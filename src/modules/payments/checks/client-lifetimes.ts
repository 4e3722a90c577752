import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/** In other currencies an amount may be worth nothing in the books, which then have no line of it. */
export const oauthClientLifetimes: Check = {
  name: 'client_lifetimes',
  invariant:
    'Lifetime sales and payments of each client in the base currency equal its sales less returns and discounts, ' +
    'and its payments less refunds.',
  query: (organization) => sql`
    select client_id || '' as name, sum(invoiced) <> 0 or sum(paid) <> 0 as wrong
    from (
      select client_id, invoiced, paid from report_client_flows
      where organization_id = ${organization} and is_base
      union all
      select client_id, case kind when 'return' then currency_total else currency_discounted - currency_total end, 0
      from report_sales
      where organization_id = ${organization} and voided_on is null and client_id is not null and base_factor is null
      union all
      select client_id, 0, -amount from payments
      where organization_id = ${organization} and voided_at is null and client_id is not null
        and exchange_rate is null
      union all
      select refund.client_id, 0, refund.amount from refunds as refund
      join payments as payment on payment.organization_id = refund.organization_id and payment.id = refund.payment_id
      where refund.organization_id = ${organization} and refund.voided_at is null and refund.client_id is not null
        and refund.destination <> 'client_credit' and payment.exchange_rate is null
    ) as flow group by client_id`,
};
