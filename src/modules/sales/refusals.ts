import { exchangeRateMissing } from '../exchange/index.ts';
import { insufficientStock, locationNotActive } from '../stock/index.ts';
import { creditLimitExceeded } from './confirming/credit-limit.ts';
import { priceBelowFloor } from './pricing/price-floor.ts';
import {
  ambiguousName,
  currencyMismatch,
  clientNotActive,
  creditHeld,
  memberUnknown,
  scheduleExceedsTotal,
  variantNotSold,
} from './sale.ts';

export const draftingRefusals = [
  currencyMismatch,
  exchangeRateMissing,
  scheduleExceedsTotal,
  clientNotActive,
  variantNotSold,
  ambiguousName,
  memberUnknown,
];

/** For sales that take a number, issue stock and post. */
export const confirmingRefusals = [
  creditHeld,
  creditLimitExceeded,
  priceBelowFloor,
  insufficientStock,
  locationNotActive,
];
