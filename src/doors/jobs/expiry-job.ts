import { organizationOf } from '../../modules/organization/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Frees stock that was held for too long by the operation that anybody could call. It frees what is due and still
 * held, under the lock of its pools, so that however many nodes work at it each reservation ends once.
 */
export function expiryRunner({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const operation = catalogue.find(({ name }) => name === 'expire_stock_reservations');
  if (operation === undefined) throw new RangeError('nothing frees what was held');
  return byItself(operation, runtimeOf);
}

/** Runs an operation for the organisation of the job, with the one right that it takes. */
export function byItself(operation: Operation, runtimeOf: () => Runtime): JobHandler {
  return async ({ id, organizationId, payload }) => {
    if (organizationId === null) throw new Error(`${operation.name} is done for an organisation`);
    const runtime = runtimeOf();
    const organization = await runtime.db.transaction({ organization: organizationId, readOnly: true }, (tx) =>
      organizationOf(tx, organizationId),
    );
    const actor = serviceActor(organization, operation.permission);
    const { output } = await run(runtime, operation, { actor, origin: { door: 'job', requestId: id }, input: payload });
    return output;
  };
}
