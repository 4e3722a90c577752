import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { typeIdFrom, uuidFrom } from '../../../src/wire/type-id.ts';
import type { Shop } from '../shop/fill.ts';
import { type Input, type Make, of, type Samples } from './make.ts';

const newSchedule: Make = ({ fresh }) => ({
  name: fresh('Result'),
  report: 'profit-and-loss',
  period: 'last_month',
  frequency: 'month',
});

type Made = { readonly id: string; readonly link: string; readonly token: string };

/** A run as the work that makes reports leaves it, with the token of its link, which only a mail would tell. */
async function runOf({ service, call, fresh }: Shop): Promise<Made> {
  const { id: schedule, recipients } = await call('create_scheduled_report', {
    name: fresh('Result'),
    report: 'revenue',
    period: 'last_month',
    frequency: 'month',
  });
  const [run, link, token] = [randomUUID(), randomUUID(), randomBytes(32).toString('base64url')];
  const hash = createHash('sha256').update(token).digest();
  const whose = `(select organization_id from scheduled_reports where id = $1)`;
  await service.owner.query(
    `insert into report_runs (organization_id, id, schedule_id, due_date, status, filename, content_type, size,
      created_at, expires_at) values (${whose}, $2, $1, current_date, 'sent', 'revenue.csv', 'text/csv', 4, now(),
      now() + interval '14 days')`,
    [uuidFrom('srep', schedule), run],
  );
  await service.owner.query(
    `insert into report_files (organization_id, run_id, content) values (${whose}, $2, 'a,b')`,
    [uuidFrom('srep', schedule), run],
  );
  await service.owner.query(
    `insert into report_links (organization_id, id, run_id, recipient_id, email, token_hash, expires_at, mail_status)
     values (${whose}, $2, $3, $4, 'somebody@example.com', $5, now() + interval '14 days', 'sent')`,
    [uuidFrom('srep', schedule), link, run, uuidFrom('rcpt', recipients[0].id), hash],
  );
  return { id: typeIdFrom('rrun', run), link: typeIdFrom('rlink', link), token };
}

const byLink: Make = async (shop): Promise<Input> => ({ token: (await runOf(shop)).token });

export const schedulingSamples: Samples = {
  create_scheduled_report: newSchedule,
  get_scheduled_report: of('create_scheduled_report', newSchedule),
  update_scheduled_report: of('create_scheduled_report', newSchedule, { hour: 9, link_days: 7 }),
  pause_scheduled_report: of('create_scheduled_report', newSchedule),
  resume_scheduled_report: async (shop, person) => {
    const { id } = await of('create_scheduled_report', newSchedule)(shop, person);
    await shop.call('pause_scheduled_report', { id });
    return { id };
  },
  delete_scheduled_report: of('create_scheduled_report', newSchedule),
  send_scheduled_report: of('create_scheduled_report', newSchedule),
  revoke_report_run: async (shop) => {
    const { id, link } = await runOf(shop);
    return { id, link_id: link };
  },
  get_report_link: byLink,
  open_report_link: byLink,
  get_report_link_file: byLink,
  get_report_subscription: byLink,
  unsubscribe_from_report: byLink,
};
