import { organizationOf } from '../modules/organization/index.ts';
import type { Actor } from '../operation/actor.ts';
import type { Operation } from '../operation/operation.ts';
import { run, type Runtime } from '../operation/run.ts';
import type { JobHandler } from './jobs.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Frees stock that was held for too long by the operation that anybody could call. It frees what is due and still
 * held, under the lock of its pools, so that however many nodes work at it each reservation ends once.
 */
export function expiryRunner({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const operation = catalogue.find(({ name }) => name === 'expire_stock_reservations');
  if (operation === undefined) throw new RangeError('nothing frees what was held');
  return async ({ id, organizationId }) => {
    if (organizationId === null) throw new Error('stock belongs to an organisation');
    const runtime = runtimeOf();
    const organization = await runtime.db.transaction({ organization: organizationId, readOnly: true }, (tx) =>
      organizationOf(tx, organizationId),
    );
    const actor: Actor = {
      kind: 'system',
      userId: '',
      memberId: '',
      credentialId: '',
      name: 'Daybook',
      organization,
      permissions: new Set([operation.permission]),
    };
    const { output } = await run(runtime, operation, { actor, origin: { door: 'job', requestId: id }, input: {} });
    return output;
  };
}
