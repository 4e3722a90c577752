import { missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { loadMembers } from '../team/index.ts';
import { touch } from './changed-client.ts';
import { type Client, clientUpdated } from './client.ts';
import { saveClient, wireClient } from './store.ts';

export const Assignee = Id('member').nullable().describe('The member assigned to the client; null for none.');

/** Refuses a member who is not there, or not any more. */
export async function checkAssignee(context: Context, member: string | null): Promise<void> {
  if (member === null) return;
  const found = (await loadMembers(context, [member])).get(member);
  if (found?.status !== 'active') throw missing('/assigned_to', 'member');
}

/** Gives a client that is locked to a member. */
export function assigned(context: Context, current: Client, member: string | null): Client {
  const client: Client = { ...current, ...touch(context, current), assigned_to: member };
  saveClient(context, current, client);
  context.before(wireClient(current));
  context.emit(clientUpdated({ ...client, changed: ['assigned_to'] }));
  return client;
}
