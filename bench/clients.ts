import { asOwner } from './owner.ts';
import { compare } from './compare.ts';
import type { Figure, Stage } from './stage.ts';
import { typeIdFrom } from '../src/wire/type-id.ts';

const clientsCount = 100_000;

/** Create, get and list clients, with 100,000 of them there. */
export async function benchClients(stage: Stage): Promise<Figure[]> {
  const id = await fillClients(stage);
  const name = (index: number) => `Client of bench ${index}`;
  const newClient = (index: number) => ({
    type: 'business',
    display_name: name(index),
    email: `b${index}@example.com`,
  });
  return [
    ...(await compare(stage, {
      what: 'create client',
      requests: 2_000,
      recordings: 2_000,
      make: (index) => ({ method: 'POST', path: '/api/clients', body: newClient(index) }),
      operation: 'create_client',
      input: (index) => newClient(index + 1_000_000),
      atLeast: 0.5,
    })),
    ...(await compare(stage, {
      what: 'get client',
      requests: 8_000,
      recordings: 1,
      make: () => ({ method: 'GET', path: `/api/clients/${id}` }),
      operation: 'get_client',
      input: () => ({ id }),
      atLeast: 0.5,
    })),
    ...(await compare(stage, {
      what: 'list 50 of 100,000 clients',
      requests: 3_000,
      recordings: 1,
      make: () => ({ method: 'GET', path: '/api/clients?limit=50' }),
      operation: 'list_clients',
      input: () => ({ limit: 50 }),
      atLeast: 0.5,
    })),
  ];
}

/** Fills the table with copies of one client; answers its id. */
export async function fillClients({ call, urls, actor }: Stage, count = clientsCount): Promise<string> {
  const { id } = await call('create_client', {
    type: 'business',
    display_name: 'The first',
    email: 'first@example.com',
  });
  await asOwner(urls.owner, actor, async (client) => {
    const { rows } = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_name = 'clients' and is_generated = 'NEVER' order by ordinal_position`,
    );
    const names = rows.map(({ column_name: column }) => column);
    const changed: Readonly<Record<string, string>> = {
      id: 'gen_random_uuid()',
      number: `'B-' || n`,
      display_name: `'Client ' || n`,
      name_key: `'client ' || n`,
      search_text: `'client ' || n || ' c' || n || '@example.com'`,
      email: `'c' || n || '@example.com'`,
      created_at: `created_at - n * interval '1 second'`,
    };
    const values = names.map((column) => changed[column] ?? column).join(', ');
    await client.query(
      `insert into clients (${names.join(', ')})
       select ${values} from clients, generate_series(1, ${count}) n where display_name = 'The first'`,
    );
    await client.query('analyze clients');
  });
  return id ?? typeIdFrom('client', '');
}
