import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue.ts';
import { importRunner } from '../../src/doors/jobs/import-job.ts';
import { openLog } from '../../src/log.ts';
import type { Runtime } from '../../src/operation/run.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import type { RunningService, SignedIn } from './running-service.ts';
import type { Wire } from './world.ts';

type Work = {
  readonly progress?: (percent: number) => Promise<void>;
  readonly attempts?: number;
  /** Replaces the service's own runtime. */
  readonly runtime?: Runtime;
};

/** Imports of a service without workers, whose work a test does itself, so that it can end it where it wants. */
export type Importing = {
  /** A call that must succeed. */
  readonly api: (who: SignedIn, method: string, path: string, body?: unknown) => Promise<Wire>;
  /** Does the work of an import as a job would, in this process. */
  readonly work: (who: SignedIn, id: string, work?: Work) => Promise<unknown>;
  /** A whole import, from the file to what became of it. */
  readonly bringIn: (who: SignedIn, input: object) => Promise<Wire>;
  readonly errorsOf: (who: SignedIn, of: { readonly id: string }) => Promise<Record<string, string>[]>;
};

export function importing(service: RunningService): Importing {
  const api: Importing['api'] = async (who, method, path, body) => {
    const answer = await service.api(who.token, method, path, body, { 'idempotency-key': randomUUID() });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body ?? answer.text;
  };
  const work: Importing['work'] = (who, id, { progress = nothing, attempts = 1, runtime } = {}) => {
    const run = importRunner({ catalogue, runtime: () => runtime ?? service.app.runtime, log: openLog('silent') });
    const [organizationId, import_id] = [uuidFrom('org', who.organization) ?? '', uuidFrom('imp', id)];
    const job = { id: randomUUID(), organizationId, kind: 'run_import', attempts, error: null };
    return run({ ...job, payload: { import_id } }, progress);
  };
  return {
    api,
    work,
    bringIn: async (who, input) => {
      const { id } = await api(who, 'POST', '/imports', input);
      await work(who, id);
      return api(who, 'GET', `/imports/${id}`);
    },
    errorsOf: async (who, { id }) => parse(await api(who, 'GET', `/imports/${id}/errors`), { columns: true }),
  };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
