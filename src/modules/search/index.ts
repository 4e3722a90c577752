import type { Operation } from '../../operation/operation.ts';
import { search } from './search.ts';

export const operations: readonly Operation[] = [search];
