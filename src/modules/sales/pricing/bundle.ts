import { powerOfTen, quantityScale } from '../../../core/decimal.ts';
import type { Component } from '../../products/index.ts';

const one = powerOfTen(quantityScale);

export function takenOf({ quantity }: Component, bundles: bigint): bigint {
  return (quantity * bundles) / one;
}

/** A bundle was changed between reading it and locking its components: the pipeline does the work again. */
export function changedMeanwhile(): Error {
  return Object.assign(new Error('a bundle has changed meanwhile'), { code: '40001' });
}

/** Half a bundle of three cups is not a whole number of cups. */
export function isTakeable(components: readonly Component[], bundles: bigint): boolean {
  return components.every(
    ({ quantity, decimals }) => (quantity * bundles) % (one * powerOfTen(quantityScale - decimals)) === 0n,
  );
}
