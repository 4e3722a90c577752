import { sql } from '../../src/db/sql.ts';
import { payloadOf } from '../../src/operation/jobs.ts';
import type { Wire, World } from './world.ts';

/** The mails that wait to be sent to an address, oldest first. */
export async function mailsTo({ db, runtime }: World, email: string): Promise<Wire[]> {
  const jobs = await db.transaction({ readOnly: true }, (tx) =>
    tx.many<{ id: string; payload: object }>(sql`
      select id, payload from jobs where kind = 'send_mail' and state = 'queued' order by created_at, id`),
  );
  // One of our own operations queued it.
  const mails = jobs.map((job) => payloadOf(runtime.secrets, job) as Wire);
  return mails.filter(({ to }) => to === email);
}

/** Token in the link of the last mail to an address. */
export async function tokenMailedTo(world: World, email: string): Promise<string> {
  const mail = (await mailsTo(world, email)).at(-1);
  return /\/join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
