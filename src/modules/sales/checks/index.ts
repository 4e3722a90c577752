import type { Check } from '../../../operation/check.ts';
import { goodsLeft } from './goods-left.ts';
import { receivableControl } from './receivable-control.ts';
import { saleNumbers } from './sale-numbers.ts';

export const checks: readonly Check[] = [receivableControl, goodsLeft, saleNumbers];
