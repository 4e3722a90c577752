import type { Operation } from '../../operation/operation.ts';
import { createDimension } from './create-dimension.ts';
import { createDimensionValue } from './create-dimension-value.ts';
import { archiveDimension, getDimension, listDimensions } from './dimension.ts';
import {
  archiveDimensionValue,
  getDimensionValue,
  listDimensionValues,
  restoreDimensionValue,
} from './dimension-value.ts';
import { restoreDimension } from './restore-dimension.ts';
import { updateDimension } from './update-dimension.ts';
import { updateDimensionValue } from './update-dimension-value.ts';

export {
  checkedValues,
  DefaultValueIds,
  DimensionValueIds,
  dimensionValuesNamed,
  type DimensionValues,
  refuseUnknownValues,
  valuesOfLines,
  valuesOfRecord,
  withKeptValues,
} from './values-of-lines.ts';

export const operations: readonly Operation[] = [
  listDimensions,
  getDimension,
  createDimension,
  updateDimension,
  archiveDimension,
  restoreDimension,
  listDimensionValues,
  getDimensionValue,
  createDimensionValue,
  updateDimensionValue,
  archiveDimensionValue,
  restoreDimensionValue,
];
