import { z } from 'zod';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { methodsOf } from '../../payments/index.ts';

/** The method that lands on the account of the bank, else a bank transfer that is said to. */
export async function tender(
  context: Context,
  { accountId }: { readonly accountId: string },
): Promise<Readonly<Record<string, unknown>>> {
  const methods = (await methodsOf(context)).filter(({ status }) => status === 'active');
  const isTransfer = ({ kind }: { readonly kind: string }) => kind === 'bank_transfer';
  const own = methods.filter((method) => method.account_id === accountId);
  const method = own.find(isTransfer) ?? own[0] ?? methods.find(isTransfer);
  if (method === undefined) {
    const message =
      'No payment method is a bank transfer or lands on this bank account. Create one with create_payment_method.';
    throw fault('/id', 'no_payment_method', message);
  }
  return { method_id: z.encode(Id('payment_method'), method.id), account_id: z.encode(Id('account'), accountId) };
}
