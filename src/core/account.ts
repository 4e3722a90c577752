import type { EntryHeader } from './entry.ts';

/** The purpose by which posting rules find an account that no line names. */
export type AccountRole =
  | 'receivable'
  | 'clientCredit'
  | 'payable'
  | 'memberPayable'
  | 'goodsReceived'
  | 'supplierCredit'
  | 'taxInput'
  | 'taxOutput'
  | 'taxWithheld'
  | 'vatSettlement'
  | 'discountGiven'
  | 'rounding'
  | 'badDebt'
  | 'earlyDiscountGiven'
  | 'earlyDiscountTaken'
  | 'paymentFees'
  | 'fxGain'
  | 'fxLoss'
  | 'inventory'
  | 'costOfGoods'
  | 'inventoryAdjustment'
  | 'openingBalance'
  | 'prepaidExpense'
  | 'accruedIncome'
  | 'accruedExpense'
  | 'deferredIncome'
  | 'depreciation'
  | 'accumulatedDepreciation'
  | 'disposalGain'
  | 'disposalLoss'
  | 'fxUnrealisedGain'
  | 'fxUnrealisedLoss'
  | 'receivableRevaluation'
  | 'payableRevaluation';

/** The ids of the accounts that have these roles. */
export type Accounts<Role extends AccountRole> = Readonly<Record<Role, string>>;

/** An entry's header before the rule that posts it says its kind. */
export type PostingHeader = Omit<EntryHeader, 'kind' | 'reversesId'>;
