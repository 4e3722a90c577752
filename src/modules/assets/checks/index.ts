import type { Check } from '../../../operation/check.ts';
import { assetsDepreciated } from './assets-depreciated.ts';

export const checks: readonly Check[] = [assetsDepreciated];
