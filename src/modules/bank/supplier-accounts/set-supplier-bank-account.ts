import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Bic, Iban, Id, Text } from '../../../wire/index.ts';
import { lockClient, mergedAway } from '../../clients/index.ts';
import { readSupplierAccount, SupplierBankAccount, supplierAccountChanged } from './supplier-account.ts';

const wireAccount = encoderOf(SupplierBankAccount);

export const setSupplierBankAccount = operation({
  name: 'set_supplier_bank_account',
  summary: 'Set the IBAN and BIC that a supplier is paid to.',
  guidance:
    'Ask the supplier by a channel that you know before you change it: letters and mails about a new account are the ' +
    'commonest fraud. Payments planned before are sent only once their new account is confirmed.',
  http: 'PUT /supplier-bank-accounts/{supplier_id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  redirectsMoney: true,
  noUndo: 'set_again',
  input: z.strictObject({
    supplier_id: Id('client'),
    iban: Iban.nullable().describe('null: the supplier has no account any more.'),
    bic: Bic.nullable().default(null).describe('Within SEPA the IBAN is enough.'),
    holder: Text(100).nullable().default(null).describe('Default: the supplier.'),
  }),
  output: SupplierBankAccount,
  refuses: [notFound, validationFailed, invalidStateTransition],
  emits: [supplierAccountChanged],
  async run(context, { supplier_id: id, iban, bic, holder }) {
    const { db, organization, now, newId, actor } = context;
    const supplier = await lockClient(context, id, undefined);
    if (supplier.merged_into_id !== null) throw mergedAway(supplier);
    if (supplier.erased_at !== null) throw invalidStateTransition({ status: 'erased', allowed: [] });
    if (iban === null && (bic !== null || holder !== null)) {
      throw fault('/iban', 'required', 'Write the IBAN, or leave `bic` and `holder` out.');
    }
    const before = await readSupplierAccount(context, id);
    if (before.iban === iban && before.bic === bic && before.holder === holder) return before;
    context.about(z.encode(Id('client'), id));
    context.before(wireAccount(before));
    const stamp = actorStamp(actor);
    db.later(sql`
      insert into supplier_bank_accounts (organization_id, id, supplier_id, holder, iban, bic, created_at, created_by)
      values (${organization}, ${newId()}, ${id}, ${holder}, ${iban}, ${bic}, ${now}, ${JSON.stringify(stamp)})`);
    const changed = await readSupplierAccount(context, id);
    const told = { supplier_id: id, supplier: supplier.number, changed_at: now, changed_by: stamp };
    context.emit(supplierAccountChanged(told));
    return changed;
  },
});
