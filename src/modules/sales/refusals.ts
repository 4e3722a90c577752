import { exchangeRateMissing } from '../exchange/index.ts';
import { insufficientStock, locationNotActive } from '../stock/index.ts';
import { creditLimitExceeded } from './credit-limit.ts';
import { priceBelowFloor } from './price-floor.ts';
import {
  ambiguousName,
  currencyMismatch,
  clientNotActive,
  creditHeld,
  memberUnknown,
  scheduleExceedsTotal,
  variantNotSold,
} from './sale.ts';

/** What is refused of a sale that is drafted from what a caller sent. */
export const draftingRefusals = [
  currencyMismatch,
  exchangeRateMissing,
  scheduleExceedsTotal,
  clientNotActive,
  variantNotSold,
  ambiguousName,
  memberUnknown,
];

/** What is refused of a sale that is to take its number, its goods and its place in the books. */
export const confirmingRefusals = [
  creditHeld,
  creditLimitExceeded,
  priceBelowFloor,
  insufficientStock,
  locationNotActive,
];
