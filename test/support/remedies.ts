import assert from 'node:assert/strict';
import { catalogue } from '../../src/catalogue.ts';
import type { Wire } from './world.ts';

const names = new Set(catalogue.map(({ name }) => name));

/** Faults of the operations that a refusal names as possible. */
export function faultsOfRemedy({ code, allowed }: { readonly code?: unknown; readonly allowed?: unknown }): string[] {
  if (code !== 'invalid_state_transition') return [];
  if (!Array.isArray(allowed)) return ['it says nothing of what is possible'];
  return allowed.filter((one) => !names.has(one)).map((one) => `there is no operation ${String(one)}`);
}

/** The operations named by a refusal exist: checked for every answer in any test. */
export function checkRemedy(body: Wire): void {
  if (typeof body !== 'object' || body === null) return;
  assert.deepEqual(faultsOfRemedy(body), [], JSON.stringify(body));
}
