import type { Check } from '../../../operation/check.ts';
import { depositsControl } from './deposits-control.ts';
import { goodsLeft } from './goods-left.ts';
import { receivableControl } from './receivable-control.ts';
import { linesReturned } from './lines-returned.ts';
import { returnNumbers } from './return-numbers.ts';
import { saleNumbers } from './sale-numbers.ts';
import { salesCredited } from './sales-credited.ts';
import { salesUntaxed } from './sales-untaxed.ts';

export const checks: readonly Check[] = [
  receivableControl,
  depositsControl,
  goodsLeft,
  saleNumbers,
  salesCredited,
  salesUntaxed,
  linesReturned,
  returnNumbers,
];
