import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const scheduledPayments: Check = {
  name: 'scheduled_payments',
  invariant:
    'A scheduled payment that is paid has a payment that stands; one that is in a file is there once, as sent.',
  query: (organization) => sql`
    select plan.end_to_end_id as name,
      case when plan.status = 'paid' then not exists (select from scheduled_payment_standing as payment
          where payment.organization_id = plan.organization_id and payment.id = plan.supplier_payment_id)
        else not exists (select from payment_file_items as item
          join payment_files as file on file.organization_id = item.organization_id and file.id = item.payment_file_id
          where item.organization_id = plan.organization_id and item.scheduled_payment_id = plan.id
            and item.payment_file_id = plan.payment_file_id and item.amount = plan.fixed_amount
            and not item.is_cancelled and file.status <> 'cancelled') end as wrong
    from scheduled_payments as plan
    where plan.organization_id = ${organization} and plan.status in ('paid', 'in_file')`,
};
