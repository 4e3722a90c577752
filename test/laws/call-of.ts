import { randomUUID } from 'node:crypto';
import type { Operation } from '../../src/operation/operation.ts';
import { restRequest } from '../support/rest-request.ts';
import type { Headers, HttpRequest } from '../support/running-service.ts';
import type { Sample } from '../support/samples.ts';

/** A sample as its caller sends it: with a credential where it takes one, and a key of its own where it writes. */
export function callOf(operation: Operation, { input, caller }: Sample, headers: Headers = {}): HttpRequest {
  return {
    ...restRequest(operation, input),
    ...(operation.permission === 'public' ? {} : { token: caller.token }),
    headers: { ...(operation.effect === 'read' ? {} : { 'idempotency-key': randomUUID() }), ...headers },
  };
}
