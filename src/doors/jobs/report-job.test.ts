/** Scheduled reports are made on their day, once, with the rights of whoever set them up, and mailed as links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import { payloadOf } from '../../operation/jobs.ts';
import type { MailMessage } from '../mailer.ts';
import { attemptsMax, type JobHandler } from './job-loop.ts';
import { reportRunner, reportSweeper } from './report-job.ts';
import { reportMailer } from './report-mail-job.ts';

const world = await createWorld();
const outbox: MailMessage[] = [];
let broken: Error | undefined;
const deps = {
  runtime: () => world.runtime,
  mailer: {
    send: (_: string, mail: MailMessage) => {
      if (broken !== undefined) return Promise.reject(broken);
      outbox.push(mail);
      return Promise.resolve('250 kept');
    },
  },
};
const handlers: Readonly<Record<string, JobHandler>> = {
  run_scheduled_report: reportRunner(deps),
  send_report_mail: reportMailer(deps),
  sweep_report_file: reportSweeper(deps),
};

type Job = { id: string; organization_id: string; kind: string; payload: object };

/** The jobs that are due, taken off the queue. */
function due(): Promise<Job[]> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<Job>(
      `update jobs set state = 'done' where kind = any($2) and state = 'queued' and run_at <= $1 returning *`,
      [world.runtime.now(), Object.keys(handlers)],
    );
    return rows;
  });
}

async function work(job: Job, attempts = attemptsMax): Promise<void> {
  const payload = payloadOf(world.runtime.secrets, job);
  const opened = { ...job, organizationId: job.organization_id, payload, attempts, error: null };
  await handlers[job.kind]?.(opened, () => Promise.resolve());
}

async function catchUp(): Promise<void> {
  for (let jobs = await due(); jobs.length > 0; jobs = await due()) for (const job of jobs) await work(job);
}

const at = (instant: string) => world.setNow(instant);
const monthly = { name: 'Result', report: 'profit-and-loss', period: 'last_month', format: 'csv', frequency: 'month' };
const schedule = (as: Actor, more: object = {}): Promise<Wire> =>
  world.call('create_scheduled_report', { ...monthly, ...more }, { as });
const runsOf = async (as: Actor, id: string): Promise<Wire[]> =>
  (await world.call('list_report_runs', { schedule_id: id, sort: 'created_at' }, { as })).data;
const read = (as: Actor, id: string): Promise<Wire> => world.call('get_scheduled_report', { id }, { as });

/** What an organisation sent since the last look. Those of other tests go on sending. */
function mails(of: string): MailMessage[] {
  const all = outbox.splice(0);
  return all.filter(({ fromName }) => fromName === of);
}

const forbidden = (error: unknown) => error instanceof BusinessError && error.kind.code === 'forbidden';

function linkIn({ text }: MailMessage): string {
  return /https:\/\/books\.example\/r\/([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** Somebody else in the organisation, by their permissions. */
async function changeRights(as: Actor, sql: string): Promise<void> {
  await asOwner(world.database.ownerUrl, (client) => client.query(sql, [as.organization?.id]));
}

test('the result of last month is mailed on the 31st or the last day, at its hour, each once', async () => {
  at('2026-01-05T12:00:00.000Z');
  const as = await world.found('Months', { timezone: 'Europe/Berlin' });
  const { id, next_date: next } = await schedule(as, { anchor_day: 31, hour: 8 });
  assert.equal(next, '2026-01-31');
  const made: string[] = [];
  for (const now of ['2026-01-31T06:59:00', '2026-01-31T07:00:00', '2026-02-28T07:00:00', '2026-03-31T06:00:00']) {
    at(`${now}.000Z`);
    await catchUp();
    made.push(...mails('Months').map(({ subject }) => `${now.slice(0, 13)} ${subject}`));
  }
  assert.deepEqual(made, [
    '2026-01-31T07 Months: Result, December 1 – 31, 2025',
    '2026-02-28T07 Months: Result, January 1 – 31, 2026',
    '2026-03-31T06 Months: Result, February 1 – 28, 2026',
  ]);
  const runs = await runsOf(as, id);
  assert.deepEqual(
    runs.map(({ due_date, status, from, to, skipped }) => [due_date, status, from, to, skipped]),
    [
      ['2026-01-31', 'sent', '2025-12-01', '2025-12-31', 0],
      ['2026-02-28', 'sent', '2026-01-01', '2026-01-31', 0],
      ['2026-03-31', 'sent', '2026-02-01', '2026-02-28', 0],
    ],
  );
  assert.deepEqual([runs[0].links[0].mail_status, runs[0].links[0].times_opened], ['sent', 0]);
  assert.equal((await read(as, id)).next_date, '2026-04-30');
});

test('a mail says who set it up and how to unsubscribe, and shows no figure and no other link', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Polite');
  await schedule(as, { language: 'de', emails: ['advisor@example.com'] });
  at('2026-03-01T12:00:00.000Z');
  await catchUp();
  const [mail, ...others] = mails('Polite');
  assert.ok(mail !== undefined && others.length === 0);
  assert.equal(mail.to.address, 'advisor@example.com');
  const url = `https://books.example/r/${linkIn(mail)}`;
  for (const part of ['Bericht öffnen', `${url}/unsubscribe`, 'Eingerichtet hat diesen Bericht Owner of Polite']) {
    assert.ok(mail.text.includes(part), part);
  }
  assert.deepEqual(mail.headers?.['List-Unsubscribe'], `<${url}/unsubscribe>`);
  assert.equal(mail.headers?.['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
  assert.ok(mail.html?.includes(`<a href="${url}/unsubscribe">`) && mail.html.includes(`<a href="${url}"`));
  assert.deepEqual(mail.attachments, []);
  const { rows } = await asOwner(world.database.ownerUrl, (client) =>
    client.query<{ text: string }>(
      `select coalesce((select string_agg(payload::text, '') from jobs), '')
        || coalesce((select string_agg(audit_log::text, '') from audit_log), '')
        || coalesce((select string_agg(call_events::text, '') from call_events), '') as text`,
    ),
  );
  assert.equal(rows[0]?.text.includes(linkIn(mail)), false, 'the link is written down nowhere');
});

test('a service that was down for two weeks sends the latest report alone, and says what it left out', async () => {
  at('2026-05-01T12:00:00.000Z');
  const as = await world.found('Down');
  const { id } = await schedule(as, { frequency: 'day', period: 'yesterday', name: 'Day' });
  at('2026-05-15T09:30:00.000Z');
  await catchUp();
  const sent = mails('Down');
  assert.equal(sent.length, 1);
  assert.match(sent[0]?.text ?? '', /13 earlier reports were not sent[^]*due on May 2, 2026/);
  const [run, ...more] = await runsOf(as, id);
  assert.deepEqual(
    [run.due_date, run.from, run.to, run.skipped, run.skipped_from, more.length],
    ['2026-05-15', '2026-05-14', '2026-05-14', 13, '2026-05-02', 0],
  );
  assert.equal((await read(as, id)).next_date, '2026-05-16');
});

test('two nodes, a crash after the commit and a job that comes again send each report once', async () => {
  at('2026-06-01T12:00:00.000Z');
  const as = await world.found('Twice');
  const { id } = await schedule(as, { frequency: 'week', weekday: 'monday' });
  at('2026-06-08T12:00:00.000Z');
  const jobs = await due();
  await Promise.all(jobs.flatMap((job) => [work(job), work(job), work(job, 2)]));
  const mailJobs = await due();
  for (const job of mailJobs) await work(job);
  for (const job of mailJobs) await work(job);
  assert.equal(mails('Twice').length, 1);
  assert.equal((await runsOf(as, id)).length, 1);
});

test('whoever may no longer read a report they set up sends nothing, and it is paused with a reason', async () => {
  at('2026-02-02T12:00:00.000Z');
  for (const [name, sql, reason] of [
    [
      'Rights',
      `update roles set permissions = array_remove(permissions, 'reports:read') where organization_id = $1`,
      'permission_lost',
    ],
    [
      'Outside',
      `update roles set permissions = array_remove(permissions, 'data:export') where organization_id = $1`,
      'permission_lost',
    ],
    ['Left', `update members set expires_at = '2026-02-10' where organization_id = $1`, 'member_left'],
  ] as const) {
    at('2026-02-02T12:00:00.000Z');
    const as = await world.found(name);
    const { id } = await schedule(as, { emails: ['out@example.com'] });
    await changeRights(as, sql);
    world.emitted();
    at('2026-03-01T12:00:00.000Z');
    await catchUp();
    assert.deepEqual(mails(name), [], name);
    const paused = await read(as, id);
    assert.deepEqual([paused.status, paused.paused_reason], ['paused', reason], name);
    const types = world.emitted().map(({ type }) => type);
    assert.ok(types.includes('scheduled_report.stopped') && types.includes('report_run.failed'), name);
    const [run] = await runsOf(as, id);
    assert.deepEqual([run.status, run.links, run.filename], ['failed', [], null], name);
    at('2026-05-01T12:00:00.000Z');
    await catchUp();
    assert.equal((await runsOf(as, id)).length, 1, name);
  }
});

test('it never does more than its maker could when they set it up', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Narrow');
  const narrow = { ...as, permissions: new Set(['reports:read', 'organization:read']) };
  await assert.rejects(schedule(narrow, { emails: ['out@example.com'] }), forbidden);
  const margin = { report: 'product-margin' };
  await assert.rejects(schedule(narrow, margin), forbidden);
  const { id, recipients } = await schedule(narrow);
  assert.deepEqual(
    recipients.map((one: Wire) => [one.email, one.status, one.member_id !== null]),
    [[null, 'active', true]],
  );
  const other = { ...narrow, userId: world.rival.userId };
  await assert.rejects(
    read(other, id),
    (error: unknown) => error instanceof BusinessError && error.kind.code === 'not_found',
  );
});

test('a report that cannot be made says why, is paused after three times, and resumes with the next', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Broken');
  const client = await world.call('create_client', { type: 'business', display_name: 'Gone' }, { as });
  const { id } = await schedule(as, { report: 'client-statement', parameters: { client_id: client.id } });
  await world.call('delete_client', { id: client.id }, { as });
  for (const [day, status, failures] of [
    ['2026-03-01', 'active', 1],
    ['2026-04-01', 'active', 2],
    ['2026-05-01', 'paused', 3],
  ] as const) {
    at(`${day}T12:00:00.000Z`);
    await catchUp();
    const now = await read(as, id);
    assert.deepEqual([now.status, now.consecutive_failures], [status, failures], day);
    assert.match(now.last_error, /not found/);
  }
  assert.deepEqual(mails('Broken'), []);
  at('2026-08-15T12:00:00.000Z');
  const resumed = await world.call('resume_scheduled_report', { id }, { as });
  assert.deepEqual([resumed.status, resumed.paused_reason, resumed.next_date], ['active', null, '2026-09-01']);
});

test('an address that refuses mail three times gets none any more; what nobody gets is paused', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Refused');
  const { id } = await schedule(as, { frequency: 'day', emails: ['nobody@example.com'] });
  broken = Object.assign(new Error('550 no such user'), { responseCode: 550 });
  world.emitted();
  for (const day of ['03', '04', '05', '06', '07']) {
    at(`2026-02-${day}T12:00:00.000Z`);
    await catchUp();
  }
  broken = undefined;
  const stopped = await read(as, id);
  assert.deepEqual([stopped.status, stopped.paused_reason], ['paused', 'no_recipients']);
  assert.equal(stopped.recipients[0].status, 'unreachable');
  const runs = await runsOf(as, id);
  assert.deepEqual(
    runs.map(({ links }) => [links[0].mail_status, links[0].mail_response]),
    Array.from({ length: 3 }, () => ['failed', '550 no such user']),
  );
  const types = world.emitted().map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'report_link.not_sent').length, 3);
});

test('an empty report is sent, or left out where that was asked for', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Quiet');
  const skipping = await schedule(as, { name: 'Skip', when_empty: 'skip' });
  await schedule(as, { name: 'Send' });
  at('2026-03-01T12:00:00.000Z');
  await catchUp();
  assert.deepEqual(
    mails('Quiet').map(({ subject }) => subject.includes('Send')),
    [true],
  );
  const [run] = await runsOf(as, skipping.id);
  assert.deepEqual([run.status, run.links, run.filename], ['empty', [], null]);
});

test('sent now, it goes at once as of today and leaves its next date; a paused one as well', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Now');
  const { id, next_date: next } = await schedule(as, { attach: true });
  const queued = await world.call('send_scheduled_report', { id }, { as });
  assert.equal(queued.status, 'queued');
  await world.call('pause_scheduled_report', { id }, { as });
  await catchUp();
  const [mail] = mails('Now');
  assert.equal(mail?.attachments?.[0]?.filename, 'profit-and-loss-2026-01-01-2026-01-31.csv');
  const [run] = await runsOf(as, id);
  assert.deepEqual(
    [run.id, run.status, run.from, run.asked_by.name],
    [queued.id, 'sent', '2026-01-01', 'Owner of Now'],
  );
  const after = await read(as, id);
  assert.deepEqual([after.status, after.next_date], ['paused', next]);
});

test('what is as of a day is as of the last day of its period, and of none to come', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('As of');
  const aged = { report: 'receivables-aging', format: 'csv', emails: [] };
  const last = await schedule(as, { ...aged, member_ids: undefined, emails: undefined, period: 'last_month' });
  const current = await schedule(as, { ...aged, emails: undefined, period: 'this_month' });
  at('2026-03-01T12:00:00.000Z');
  await catchUp();
  mails('As of');
  const days = async (id: string) => (await runsOf(as, id)).map(({ from, to }) => [from, to]);
  assert.deepEqual(await days(last.id), [['2026-02-28', '2026-02-28']]);
  assert.deepEqual(await days(current.id), [['2026-03-01', '2026-03-01']]);
});

test('what was paused or moved sends nothing on its old day, and a file goes when its links end', async () => {
  at('2026-02-02T12:00:00.000Z');
  const as = await world.found('Changed');
  const { id } = await schedule(as, { link_days: 3 });
  await world.call('update_scheduled_report', { id, anchor_day: 10 }, { as });
  at('2026-03-01T12:00:00.000Z');
  await catchUp();
  assert.deepEqual(mails('Changed').length, 1, 'the tenth of February was missed');
  at('2026-03-05T12:00:00.000Z');
  await catchUp();
  const { rows } = await asOwner(world.database.ownerUrl, (client) =>
    client.query('select 1 from report_files where organization_id = $1', [as.organization?.id]),
  );
  assert.deepEqual(rows, []);
  await world.call('pause_scheduled_report', { id }, { as });
  at('2026-03-10T12:00:00.000Z');
  await catchUp();
  assert.deepEqual(mails('Changed'), []);
});
