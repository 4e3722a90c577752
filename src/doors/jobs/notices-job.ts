import {
  digestsOf,
  keepNotifications,
  sendDigest,
  type PendingNotification,
  findNotificationRecipients,
} from '../../modules/notifications/index.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { recordReaders } from '../../operation/record-readers.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/** So many members are told in one transaction. */
const toldAtOnceMax = 200;

/**
 * Tells members what happened, each once, however often this is begun. Who sees only some records is told of one where
 * the operation that shows it shows it to them.
 */
export function noticesRunner({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const readers = recordReaders(catalogue);
  return async ({ organizationId, payload, id }, progress) => {
    const { organization, runtime, place } = workplace(organizationId, runtimeOf);
    const { event_ids: ids } = payload as { readonly event_ids: readonly string[] };
    const all = await runtime.db.transaction({ organization, readOnly: true }, (db) =>
      findNotificationRecipients({ ...place, db }, ids),
    );
    const tellings: PendingNotification[] = [];
    for (const telling of all) if (await sees(telling, { runtime, readers, requestId: id })) tellings.push(telling);
    for (let from = 0; from < tellings.length; from += toldAtOnceMax) {
      const part = tellings.slice(from, from + toldAtOnceMax);
      await runtime.db.transaction({ organization }, (db) => keepNotifications({ ...place, db }, part));
      await progress((100 * from) / tellings.length);
    }
    return { told: tellings.length };
  };
}

/** Mails members, once a day, what they want to be told together: one transaction for each. */
export function digestSender({ runtime: runtimeOf }: Pick<Deps, 'runtime'>): JobHandler {
  return async ({ organizationId }, progress) => {
    const { organization, runtime, place } = workplace(organizationId, runtimeOf);
    const members = await runtime.db.transaction({ organization, readOnly: true }, (db) => digestsOf({ ...place, db }));
    for (const member of members) {
      await runtime.db.transaction({ organization }, (db) => sendDigest({ ...place, db }, member));
      await progress(0);
    }
    return { mailed: members.length };
  };
}

function workplace(organization: string | null, runtimeOf: () => Runtime) {
  if (organization === null) throw new Error('members belong to an organisation');
  const runtime = runtimeOf();
  const { newId, secrets, settings } = runtime;
  const place = { organization, now: runtime.now(), newId, secrets, publicUrl: settings.publicUrl };
  return { organization, runtime, place };
}

type Sight = {
  readonly runtime: Runtime;
  readonly readers: ReadonlyMap<string, Operation>;
  readonly requestId: string;
};

/** Permissions were checked before; with a limited scope the record itself is read. */
async function sees(
  { member, personal, objectId }: PendingNotification,
  { runtime, readers, requestId }: Sight,
): Promise<boolean> {
  if (member.scope === undefined || personal) return true;
  const reader = readers.get(objectId?.slice(0, objectId.lastIndexOf('_')) ?? '');
  if (reader === undefined) return false;
  const { email: _, since: __, ...membership } = member;
  const actor = { kind: 'user', credentialId: '', ...membership } as const;
  try {
    await run(runtime, reader, { actor, origin: { door: 'job', requestId }, input: { id: objectId } });
    return true;
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status < 500) return false;
    throw error;
  }
}
