import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { readSupplierAccount, SupplierBankAccount } from './supplier-account.ts';

export const getSupplierBankAccount = operation({
  name: 'get_supplier_bank_account',
  summary: 'Get the bank account that a supplier is paid to, and who changed it when.',
  http: 'GET /supplier-bank-accounts/{supplier_id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ supplier_id: Id('client') }),
  output: SupplierBankAccount,
  refuses: [notFound],
  async run(context, { supplier_id: id }) {
    const [suppliers, account] = await Promise.all([loadClients(context, [id]), readSupplierAccount(context, id)]);
    if (!suppliers.has(id)) throw notFound();
    return account;
  },
});
