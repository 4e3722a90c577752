/** Deaths in the middle of sealing the audit log: links half made, the head not moved, or only the commit to come. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client } from 'pg';
import { eventually, rowsOf, serverPid, temporaryFolder } from '../support/embedded-service.ts';
import { type Counter, must, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';

const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
const writes = 5;

type Death = { readonly at: string; readonly victim: 'service' | 'database' };
/** Before each statement of the sealing transaction that writes, the sealer is made to wait until it is killed. */
const deaths: readonly Death[] = [
  { at: 'insert on audit_seals', victim: 'service' },
  { at: 'update on audit_heads', victim: 'database' },
  { at: 'delete on audit_unsealed', victim: 'service' },
];

test('a sealer that dies in the middle leaves a chain that verifies, nothing sealed twice or left out', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url, { goods: 1 });
  await sealed(daybook, counter);
  for (const death of deaths) {
    const hold = await makeWait(ownerUrlOf(folder), death.at);
    await write(daybook, counter);
    await eventually(() => hold.waits());
    const verdict = await verify(daybook, counter);
    assert.deepEqual([verdict.ok, verdict.wrong], [true, 0], 'what waits is not wrong');
    assert.ok(verdict.unsealed >= writes, `says of ${verdict.unsealed} that they wait`);
    process.kill(death.victim === 'service' ? (daybook.child.pid ?? 0) : serverPid(folder), 'SIGKILL');
    await hold.release();
    if (death.victim === 'service') {
      await daybook.exited;
      daybook = await startDaybook({ folder, settings });
    }
    await eventually(() => dropped(ownerUrlOf(folder), death.at));
    await sealed(daybook, counter);
    assert.deepEqual(await contradictions(ownerUrlOf(folder)), [], `${death.victim} died at ${death.at}`);
  }
  await control(t, folder);
});

function verify({ url }: Daybook, { token }: Counter) {
  return must(url, 'GET /api/audit-log/verify', undefined, { token });
}

async function write({ url }: Daybook, { token }: Counter): Promise<void> {
  for (let made = 0; made < writes; made += 1) {
    await must(url, 'POST /api/clients', { type: 'individual', display_name: `Somebody ${made}` }, { token });
  }
}

/** Waits until every row has its link, and asks whether they are right. */
async function sealed(daybook: Daybook, counter: Counter): Promise<void> {
  await eventually(async () => {
    const verdict = await verify(daybook, counter);
    assert.equal(verdict.unsealed, 0);
    assert.deepEqual([verdict.ok, verdict.found, verdict.next], [true, [], null]);
  });
}

type Hold = { readonly waits: () => Promise<void>; readonly release: () => Promise<void> };

/** Lets whoever does this to a table wait for a lock that the test holds. */
async function makeWait(url: string, deed: string): Promise<Hold> {
  const holder = new Client({ connectionString: url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query(`
    select pg_advisory_lock(4711);
    create function wait_for_death() returns trigger language plpgsql security definer as
      $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create trigger wait_for_death before ${deed} for each statement execute function wait_for_death()`);
  return {
    waits: async () => {
      const { rowCount } = await holder.query(
        `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      );
      assert.equal(rowCount, 1, 'the sealer is not at it yet');
    },
    release: () => holder.end().catch(() => undefined),
  };
}

async function dropped(url: string, deed: string): Promise<void> {
  const [, table = ''] = deed.split(' on ');
  await rowsOf(url, `drop trigger if exists wait_for_death on ${table}`);
  await rowsOf(url, 'drop function if exists wait_for_death');
}

/** Contradictions in the tables themselves, read without the service. */
async function contradictions(url: string): Promise<object[]> {
  return rowsOf(
    url,
    `select 'no link' as what, id from audit_log where not exists (select from audit_seals where audit_id = id)
     union all select 'sealed twice', audit_id from audit_seals group by audit_id having count(*) > 1
     union all select 'sealed and waiting', audit_id from audit_unsealed join audit_seals using (audit_id)
     union all select 'a gap', organization_id from audit_seals group by organization_id
       having max(sequence) <> count(*) or min(sequence) <> 1
     union all select 'another end', organization_id from audit_heads as head
       where sequence <> (select count(*) from audit_seals where organization_id = head.organization_id)`,
  );
}

/** The detector must be able to fail. */
async function control(t: TestContext, folder: string): Promise<void> {
  const url = ownerUrlOf(folder);
  await rowsOf(
    url,
    `insert into audit_unsealed (organization_id, audit_id) select organization_id, audit_id from audit_seals limit 1`,
  );
  const found = await contradictions(url);
  t.diagnostic(`${deaths.length} deaths; the control found ${found.length}`);
  assert.equal(found.length, 1);
}
