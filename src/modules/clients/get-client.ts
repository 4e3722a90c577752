import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { expandRows, type Load } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { clientMeant } from '../../operation/filter.ts';
import { type Context, type Operation, operation } from '../../operation/operation.ts';
import { seenWith } from '../../operation/seen-with.ts';
import { ForeignName, Id } from '../../wire/index.ts';
import { type Client, ExpandedClient } from './client.ts';
import { clientColumns, clientFrom, type ClientRow, loadClients } from './store.ts';

/** Balances of a client, loaded by a module above this one, with the permission for them. */
type Balances = { readonly schema: z.ZodType; readonly permission: string; readonly load: Load };

const MergedClient = z.object({ id: Id('client'), number: z.string(), display_name: ForeignName });
type Merged = z.output<typeof MergedClient>;

const mergedColumn = sql`(select jsonb_agg(
    jsonb_build_object('id', m.id, 'number', m.number, 'display_name', m.display_name) order by m.id)
  from clients m where m.organization_id = c.organization_id and m.merged_into_id = c.id)`;

/** The clients that became one, to be locked with it. */
export async function clientsMergedInto({ db, organization }: Context, id: string): Promise<readonly Client[]> {
  const rows = await db.many<ClientRow>(sql`
    select ${clientColumns} from clients c
    where c.organization_id = ${organization} and c.merged_into_id = ${id} order by c.id for update`);
  return rows.map(clientFrom);
}

const expansions = { parent: loadClients };

export function getClientWith(balances: Balances): Operation {
  const ClientInFull = ExpandedClient.extend({
    balances: balances.schema.optional(),
    merged_from: z
      .array(MergedClient)
      .optional()
      .describe('Clients merged into this one; their ids and numbers find it.'),
  });
  const loadBalances = seenWith(balances.permission, balances.load);
  return operation({
    name: 'get_client',
    summary: 'Get one client in full.',
    http: 'GET /clients/{id}',
    effect: 'read',
    permission: 'clients:read',
    mcp: 'tool',
    input: z.strictObject({
      id: Id('client'),
      fields: fieldsInput(ClientInFull).optional(),
      expand: expandPaths({ ...expansions, balances: loadBalances }).optional(),
    }),
    output: ClientInFull,
    refuses: [notFound],
    async run(context, { id, expand = [] }) {
      const [row, found] = await Promise.all([
        context.db.maybe<ClientRow & { readonly merged_from: Merged[] | null }>(sql`
          select ${clientColumns}, ${mergedColumn} as merged_from from clients c
          where c.organization_id = ${context.organization} and c.id = ${clientMeant(id)}`),
        expand.includes('balances') ? loadBalances(context, [id]) : new Map<string, unknown>(),
      ]);
      if (row === undefined) throw notFound();
      const client = { ...clientFrom(row), merged_from: row.merged_from ?? undefined };
      const paths = expand.filter((path) => path !== 'balances');
      await expandRows(context, [client], paths, expansions);
      if (!expand.includes('balances')) return client;
      const owed = row.id === id ? found : await loadBalances(context, [row.id]);
      return { ...client, balances: owed.get(row.id) };
    },
  });
}
