import type { Operation } from '../../operation/operation.ts';
import { reassignDimensions } from './reassign-dimensions.ts';

export const operations: readonly Operation[] = [reassignDimensions];
