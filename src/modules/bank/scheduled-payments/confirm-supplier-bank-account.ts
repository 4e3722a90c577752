import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  invalidStateTransition,
  notFound,
  refusal,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Iban, Id, Version } from '../../../wire/index.ts';
import {
  checkPlan,
  keepPlanBefore,
  loadPlan,
  lockPlan,
  planRecord,
  ScheduledPayment,
  scheduledPaymentUpdated,
  supplierOf,
} from './scheduled-payment.ts';

export const supplierAccountMissing = refusal(
  'supplier_bank_account_missing',
  409,
  'A supplier has no IBAN.',
  'Set it with set_supplier_bank_account, or pay the bill at the bank and send `execution` as manual.',
);

export const confirmSupplierBankAccount = operation({
  name: 'confirm_supplier_bank_account',
  summary: 'Confirm the IBAN that a supplier has changed to, by a payment that is scheduled to go there.',
  guidance:
    'Ask the supplier first, by a telephone number that you know. Write the IBAN that they confirm: another one is ' +
    'refused. It then holds for all payments of the supplier.',
  http: 'POST /scheduled-payments/{id}/confirm-bank-account',
  effect: 'write',
  permission: 'bank:pay',
  mcp: 'action',
  redirectsMoney: true,
  stepUp: true,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('scheduled_payment'),
    iban: Iban.describe('As the supplier confirms it.'),
    version: Version.optional(),
  }),
  output: ScheduledPayment,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, supplierAccountMissing],
  emits: [scheduledPaymentUpdated],
  async run(context, { id, iban, version }) {
    const { db, organization, now, actor } = context;
    const plan = await lockPlan(context, id, version);
    checkPlan(plan, 'update_scheduled_payment');
    const current = plan.supplier_account?.iban ?? null;
    if (current === null) throw supplierAccountMissing({ expense: plan.bill.number });
    if (current !== iban) throw fault('/iban', 'other_iban', 'That is not the IBAN that the supplier has here.');
    keepPlanBefore(context, plan);
    const stamp = JSON.stringify(actorStamp(actor));
    const writing = db.run(sql`
      update scheduled_payments set iban = ${iban}, iban_confirmed_at = ${now}, iban_confirmed_by = ${stamp},
        version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${id}`);
    db.later(sql`
      update supplier_bank_accounts set known_at = ${now}
      where organization_id = ${organization} and supplier_id = ${supplierOf(plan.bill)} and iban = ${iban}`);
    const [, row] = await Promise.all([writing, loadPlan(context, id)]);
    const confirmed = planRecord(context, row);
    context.emit(scheduledPaymentUpdated(confirmed));
    return confirmed;
  },
});
