import type { Context } from '../../operation/operation.ts';
import { emptied, touch } from './changed-client.ts';
import type { Client } from './client.ts';
import { forgetMerges } from './client-merge.ts';
import { saveClient } from './store.ts';

/** Writes a locked client as one of whom nothing is known but that they were there. */
export function eraseClientRecord(context: Context, current: Client): Client {
  const { now } = context;
  const ends = { archived_at: current.archived_at ?? now, erased_at: now };
  const client: Client = { ...emptied(current), ...touch(context, current), ...ends };
  saveClient(context, current, client);
  forgetMerges(context, [current.id]);
  return client;
}
