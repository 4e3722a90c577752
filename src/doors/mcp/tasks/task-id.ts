import { createHmac, timingSafeEqual } from 'node:crypto';
import { subkey } from '../../../operation/seal.ts';
import type { Keeping } from './keeping.ts';
import type { TaskRecord } from './task-record.ts';

const whole = 'full';
const main = 'main';

/**
 * The id of a task, which nobody can guess, and which leads no other token or connection anywhere: so nothing has to
 * be stored beside the record, and every node reads it.
 */
export function taskIdOf(keeping: Keeping, record: TaskRecord): string {
  const { action, id, full } = record;
  return [id, action, full ? whole : main, macOf(keeping, record)].join('.');
}

/** The record behind the id of a task; undefined for an id that this caller was not given. */
export function recordOf(keeping: Keeping, taskId: string): TaskRecord | undefined {
  const [id = '', action = '', shape = ''] = taskId.split('.', 3);
  const record = { action, id, full: shape === whole };
  const [expected, presented] = [Buffer.from(taskIdOf(keeping, record)), Buffer.from(taskId)];
  return expected.length === presented.length && timingSafeEqual(expected, presented) ? record : undefined;
}

function macOf({ mcpContext, caller }: Keeping, { action, id, full }: TaskRecord): string {
  const key = subkey(mcpContext.runtime.secrets.sealing, 'tasks');
  const about = JSON.stringify([id, action, full, caller.view.credential.token.id]);
  return createHmac('sha256', key).update(about).digest('base64url');
}
