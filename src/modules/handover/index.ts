import type { Operation } from '../../operation/operation.ts';
import { exportDatev } from './datev/export-datev.ts';
import { exportFec } from './fec/export-fec.ts';
import { exportGobd } from './gobd/export-gobd.ts';
import { exportSaft } from './saft/export-saft.ts';

export const operations: readonly Operation[] = [exportDatev, exportFec, exportSaft, exportGobd];
