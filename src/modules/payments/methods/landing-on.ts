import type { Context } from '../../../operation/operation.ts';
import { moneyAccounts } from '../../ledger/index.ts';
import { checkPlace } from '../transfers/post-transfer.ts';
import type { PaymentMethodRecord } from './payment-method.ts';

/** The method with another account of money, as a bank transfer may arrive at any bank. */
export async function landingOn(
  context: Context,
  method: PaymentMethodRecord,
  account: string | undefined,
): Promise<PaymentMethodRecord> {
  if (account === undefined || account === method.account_id) return method;
  checkPlace((await moneyAccounts(context, [account])).get(account), '/account_id');
  return { ...method, account_id: account };
}
