import { asOwner } from './owner.ts';
import { median, timed } from './pages.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const fewLines = 10_000;
const manyLines = 1_000_000;
const batchLines = 50_000;
const samples = 60;
const path = '/api/reports/profit-and-loss?from=2026-03-01&to=2026-03-31';

/** Profit and loss of a month, with ten thousand and with a million ledger lines behind it. */
export async function benchLedger(stage: Stage): Promise<Figure[]> {
  await fillLedger(stage, fewLines);
  const few = await measure(stage);
  await fillLedger(stage, manyLines - fewLines);
  const many = await measure(stage);
  const note = `p50 ${few.toFixed(2)} ms and ${many.toFixed(2)} ms`;
  return [ratio('profit and loss of a month, 1,000,000 lines against 10,000', many / few, { atMost: 2 }, note)];
}

/** Balanced entries of two lines, spread over five years and all revenue and expense accounts. */
async function fillLedger({ urls, actor }: Stage, lines: number): Promise<void> {
  await asOwner(urls.owner, actor, async (client) => {
    for (let left = lines; left > 0; left -= batchLines) {
      const entries = Math.min(left, batchLines) / 2;
      await client.query('begin');
      await client.query(`
        create temporary table new_entries on commit drop as
        select gen_random_uuid() as id, date '2022-01-01' + (random() * 1824)::int as day,
          (random() * 100000)::bigint + 1 as amount
        from generate_series(1, ${entries})`);
      await insertEntries(client);
      await client.query('commit');
    }
    await client.query('analyze journal_entries, journal_lines, account_days');
  });
}

async function insertEntries(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query(`
    insert into journal_entries (organization_id, id, number, entry_date, kind, memo, source_type, source_id, posted_at,
      created_by)
    select current_organization(), id, left(id::text, 40), day, 'system', 'bench', 'bench', id, now(), '{}'
    from new_entries`);
  await client.query(`
    insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
    select current_organization(), new_entries.id, side.position, account.id, new_entries.day,
      side.sign * new_entries.amount
    from new_entries
    cross join (values (1, 1), (2, -1)) as side (position, sign)
    cross join lateral (
      select id from accounts
      where organization_id = current_organization()
        and class = case side.sign when 1 then 'asset' else 'revenue' end
      order by md5(new_entries.id::text || accounts.id::text) limit 1) as account`);
}

async function measure({ port, token }: Stage): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    times.push(
      await timed(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (!answer.ok) throw new Error(await answer.text());
        await answer.text();
      }),
    );
  }
  return median(times);
}
