import type { Operation } from '../../operation/operation.ts';
import { eraseClient } from './erase-client.ts';
import { exportClient } from './export-client.ts';

export const operations: readonly Operation[] = [exportClient, eraseClient];
