import type { Operation } from '../../operation/operation.ts';
import { deleteExchangeRate } from './delete-exchange-rate.ts';
import { getExchangeRate } from './get-exchange-rate.ts';
import { listExchangeRates } from './list-exchange-rates.ts';
import { setExchangeRate } from './set-exchange-rate.ts';

export {
  baseOf,
  documentRate,
  type DocumentRate,
  draftRate,
  exchangeOf,
  knownRate,
  type KnownRate,
  settlingRate,
} from './document-rate.ts';
export { exchangeRateMissing } from './exchange-rate.ts';

export const operations: readonly Operation[] = [
  listExchangeRates,
  getExchangeRate,
  setExchangeRate,
  deleteExchangeRate,
];
