import { indexText } from '../../modules/documents/index.ts';
import { keepText, purgeFile, sweepContent } from '../../modules/files/index.ts';
import { type Actor, serviceActor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { readPdfText } from '../files/read-text.ts';

type Deps = { readonly runtime: () => Runtime; readonly store: ContentStore };

/** Removes a deleted file for good when its time is over, unless it was restored. */
export function purgeRunner({ runtime }: Pick<Deps, 'runtime'>): JobHandler {
  return async ({ id: job, organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a file belongs to an organisation');
    const { file_id: file } = payload as { file_id: string };
    const origin = { door: 'job', requestId: `purge:${job}` } as const;
    const input = { id: Id('file').encode(file) };
    try {
      await run(runtime(), purgeFile, { actor: serviceIn(organization), origin, input });
    } catch (error) {
      const isOver =
        error instanceof BusinessError && ['not_found', 'invalid_state_transition'].includes(error.kind.code);
      if (!isOver) throw error;
    }
  };
}

/** Removes bytes that no file holds. */
export function sweepRunner({ runtime: runtimeOf, store }: Deps): JobHandler {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('content belongs to an organisation');
    const { sha256 } = payload as { sha256: string };
    const { db, now } = runtimeOf();
    await db.transaction({ organization }, (tx) =>
      sweepContent({ db: tx, organization, now: now(), sha256 }, () => store.remove({ organization, sha256 })),
    );
  };
}

/** Reads what a PDF says, so that what was made of it is found by that. Organisations take turns, as at every job. */
export function textReader({ runtime: runtimeOf, store }: Deps): JobHandler {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('content belongs to an organisation');
    const { sha256 } = payload as { sha256: string };
    const content = await store.read({ organization, sha256 });
    if (content === undefined) return;
    const text = await readPdfText(content.bytes);
    const { db, now } = runtimeOf();
    await db.transaction({ organization }, async (tx) => {
      const place = { db: tx, organization, now: now() };
      const isThere = await keepText(place, { sha256, text });
      if (isThere && text !== undefined) await indexText(place, { sha256, text });
    });
  };
}

/** Actor of a purge: it needs no date and no money. */
function serviceIn(id: string): Actor {
  const organization = { id, name: '', baseCurrency: '', timezone: 'UTC', locale: 'en' };
  return serviceActor(organization, purgeFile.permission);
}
