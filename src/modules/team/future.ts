import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';

/** An end of something that is given now lies ahead. */
export function mustLieAhead({ now }: Context, pointer: string, instant: string | null | undefined): void {
  if (typeof instant !== 'string' || Date.parse(instant) > Date.parse(now)) return;
  throw fault(pointer, 'in_past', 'Write a time in the future, such as "2030-01-31T12:00:00Z".');
}
