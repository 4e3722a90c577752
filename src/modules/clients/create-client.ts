import { sql } from '../../db/sql.ts';
import { batched } from '../../operation/batched.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByDeleting } from '../../operation/undo.ts';
import { valuesOfRecord } from '../dimensions/index.ts';
import { checkPriceList, checkRates } from '../products/index.ts';
import { newClient } from './changed-client.ts';
import {
  Client,
  clientCreated,
  clientCycle,
  clientExternalIdTaken,
  clientNumberTaken,
  duplicateSuspected,
} from './client.ts';
import { NewClient } from './client-input.ts';
import { duplicateKeys, refuseDuplicate, Similar, similarClients } from './duplicates.ts';
import { lockAncestors, lockGroups } from './references.ts';
import { insertClient } from './store.ts';

export const createClient = operation({
  name: 'create_client',
  summary: 'Create a client: a customer or supplier, business or person, including prospective ones.',
  guidance:
    'Search with list_clients first. A duplicate is refused with `candidates`; one that is similar is created, ' +
    'with `similar`.',
  http: 'POST /clients',
  effect: 'write',
  permission: 'clients:write',
  mcp: 'tool',
  creates: true,
  seldom: [
    'number',
    'lifecycle',
    'shipping_addresses',
    'default_tax_rate_ids',
    'dimension_value_ids',
    'e_invoicing',
    'credit_hold',
    'do_not_contact',
    'price_list_id',
    'parent_id',
    'discount_percent',
    'credit_limit',
  ],
  undo: undoneByDeleting('client'),
  sideBySide: duplicateKeys,
  input: NewClient,
  output: Client.extend({ similar: Similar }),
  refuses: [duplicateSuspected, clientNumberTaken, clientExternalIdTaken, clientCycle, notFound, validationFailed],
  emits: [clientCreated],
  async run(context, { allow_duplicate: allowDuplicate, ...input }) {
    const values = await valuesOfRecord(context, input);
    const draft = newClient(context, { ...input, dimension_value_ids: values, number: input.number ?? '' });
    const similar = allowDuplicate === true ? undefined : similarClients(context, draft);
    // Awaited last, when those beside it are written too; where this one is refused, nobody asks.
    similar?.catch(() => undefined);
    const [, , , , , number] = await Promise.all([
      lockGroups(context, draft.group_ids),
      lockAncestors(context, draft.id, draft.parent_id),
      checkRates(context, draft),
      checkPriceList(context, draft.price_list_id),
      allowDuplicate === true ? undefined : refuseDuplicate(context, draft),
      input.number ?? nextNumber(context, undefined),
    ]);
    const client = { ...draft, number };
    insertClient(context, client);
    context.emit(clientCreated(client));
    return { ...client, similar: await similar };
  },
});

/** Asked for last, because whoever takes a number of the series after us waits for our commit. */
const nextNumber = batched('write', async ({ db, organization, today }: Context, asked: readonly undefined[]) => {
  const { numbers } = await db.one<{ numbers: string[] }>(sql`
    select take_client_numbers(${organization}, ${today}, ${asked.length}) as numbers`);
  return numbers;
});
