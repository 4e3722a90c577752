import { randomUUID } from 'node:crypto';
import { typeIdFrom, uuidFrom } from '../../../src/wire/type-id.ts';
import type { Make, Samples } from './make.ts';

const jobIn =
  (state: string): Make =>
  async ({ service, who }) => {
    const id = randomUUID();
    await service.owner.query(
      `insert into jobs (id, organization_id, kind, payload, state, attempts, run_at, created_at, updated_at)
       values ($1, $2, 'check_books', '{}', $3, 5, now(), now(), now())`,
      [id, uuidFrom('org', who.organization), state],
    );
    return { id: typeIdFrom('job', id) };
  };

export const jobsSamples: Samples = { retry_job: jobIn('failed'), cancel_job: jobIn('running') };
