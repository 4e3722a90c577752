import { Client } from 'pg';
import { everyCheck, verdictQuery } from '../../src/modules/checks/index.ts';

/** Laws beyond the checks of every installation; each query returns the rows that break it. */
export const laws: readonly { readonly law: string; readonly query: string }[] = [
  {
    law: 'every recorded sale has one audit row and one key, and neither is without a sale',
    query: `select * from (
        select organization_id, metadata ->> 'which' as which, count(*) as how_many from sales
        where metadata ? 'which' and confirmed_at is not null group by 1, 2
      ) as sold full join (
        select organization_id, input -> 'metadata' ->> 'which' as which, count(*) as how_many from audit_log
        where action = 'record_sale' group by 1, 2
      ) as logged using (organization_id, which) full join (
        select organization_id, key as which, count(*) as how_many from idempotency_keys
        where scope like '%:record_sale' group by 1, 2
      ) as claimed using (organization_id, which)
      where sold.how_many is distinct from 1 or logged.how_many is distinct from 1
        or claimed.how_many is distinct from 1`,
  },
  {
    law: 'every confirmed sale was told of once',
    query: `select * from (
        select organization_id, number, count(*) as how_many from sales where number is not null group by 1, 2
      ) as sold full join (
        select organization_id, data ->> 'number' as number, count(*) as how_many from events
        where type in ('sale.confirmed', 'sale.returned') group by 1, 2
      ) as told using (organization_id, number)
      where sold.how_many is distinct from 1 or told.how_many is distinct from 1`,
  },
];

/** The laws that these books break, each with the first rows that do. */
export async function brokenLaws(ownerUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await lawsBrokenFor(client);
  } finally {
    await client.end();
  }
}

/** The same, as a connection sees it that may be in the middle of a transaction. */
export async function lawsBrokenFor(client: Client): Promise<string[]> {
  const broken: string[] = [];
  const organizations = await client.query<{ id: string }>('select id from organizations');
  for (const { id } of organizations.rows) {
    for (const check of everyCheck) {
      const { text, values } = verdictQuery(check, id);
      const { rows } = await client.query<{ wrong: number; found: string[] }>(text, [...values]);
      const [verdict] = rows;
      if (verdict?.wrong !== 0) broken.push(`${check.name}: ${verdict?.found.join('; ')}`);
    }
  }
  for (const { law, query } of laws) {
    const { rows } = await client.query(query);
    if (rows.length > 0) broken.push(`${law}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}
