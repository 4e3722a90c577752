import type { Calculated } from '../../api/types.ts';
import { useAsked } from '../../kit/asked.ts';

/** The service prices, taxes and rounds. */
export const useCalculated = (body: object | undefined) => useAsked<Calculated>('sales/calculate', body, 80);
