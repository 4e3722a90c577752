import { folded } from '../../core/fold.ts';
import { z } from 'zod';
import { and, type Sql, sql } from '../../db/sql.ts';
import { anyOf, clientIs, customFieldsAre, filter, includeArchived, instantRange } from '../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Email, ExternalId, Id, Text } from '../../wire/index.ts';
import { clientRoles, clientStatuses, clientTypes, ExpandedClient, lifecycles } from './client.ts';
import { clientColumns, clientFrom, type ClientRow, loadClients } from './store.ts';

const wordsMax = 8;

const Words = Text(200)
  .refine((text) => wordsOf(text).length <= wordsMax, { error: `Search for at most ${wordsMax} words.` })
  .describe('Words in names, number, e-mail, phone, contacts or tax ids, in any order.');

const Keeper = z
  .union([z.enum(['me', 'nobody']), Id('member')])
  .describe('The member assigned to the client; `me`, or `nobody`.');

function keptBy(keeper: string): Sql {
  return keeper === 'nobody' ? sql`c.assigned_to is null` : sql`c.assigned_to = ${keeper}`;
}

const clients = listOf({
  name: 'clients',
  row: ExpandedClient,
  id: sql`c.id`,
  sorts: {
    created_at: instantKey(sql`c.created_at`),
    updated_at: instantKey(sql`c.updated_at`),
    display_name: textKey(sql`c.name_key`),
    number: textKey(sql`c.number`),
  },
  defaultSort: '-created_at',
  filters: {
    q: filter(Words, (text) => and(wordsOf(text).map(hasWord))),
    status: anyOf(clientStatuses, (statuses) => sql`c.status = any(${statuses})`),
    include_archived: includeArchived(sql`c.status = 'archived'`),
    lifecycle: anyOf(lifecycles, (stages) => sql`c.lifecycle = any(${stages})`),
    role: anyOf(clientRoles, (roles) => sql`c.roles && ${roles}::text[]`),
    type: anyOf(clientTypes, (types) => sql`c.type = any(${types})`),
    group_id: filter(Id('client_group'), (id) => sql`c.group_ids @> ${[id]}::uuid[]`),
    assigned_to: filter(Keeper, keptBy),
    parent_id: clientIs(sql`c.parent_id`),
    tag: filter(Text(50), (tag) => sql`c.tags @> ${[tag]}::text[]`),
    number: filter(Text(40), (number) => ownOrMerged(sql`number`, number)),
    email: filter(Email, (email) => sql`c.email = ${email}`),
    external_id: filter(ExternalId, (id) => ownOrMerged(sql`external_id`, id)),
    merged_into_id: clientIs(sql`c.merged_into_id`),
    created_at: instantRange(sql`c.created_at`),
    updated_at: instantRange(sql`c.updated_at`),
    custom_fields: customFieldsAre(sql`c.custom_fields`),
  },
  expansions: { parent: loadClients },
});

export const listClients = operation({
  name: 'list_clients',
  summary: 'List clients by name, number, e-mail or any other property.',
  guidance: 'Archived clients only with `status` or `include_archived`.',
  http: 'GET /clients',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'tool',
  seldom: ['merged_into_id', 'parent_id', 'include_archived', 'assigned_to', 'type'],
  input: clients.input,
  output: Page(ExpandedClient),
  async run(context, input) {
    const asked = input['status'] !== undefined || input['include_archived'] !== undefined;
    // A merged client is found as the surviving one.
    const merged = input['merged_into_id'] !== undefined;
    const mine = input['assigned_to'] === 'me' ? { assigned_to: context.actor.memberId } : {};
    const found = await page<ClientRow>(
      context,
      clients,
      { ...input, ...mine },
      {
        select: clientColumns,
        from: sql`clients c`,
        where: and([
          ofOrganization(context),
          sql`(c.merged_into_id is not null) = ${merged}`,
          ...(asked || merged ? [] : [sql`c.status = 'active'`]),
        ]),
      },
    );
    return { ...found, data: found.data.map(clientFrom) };
  },
});

function ofOrganization({ organization }: Context): Sql {
  return sql`c.organization_id = ${organization}`;
}

/** By what it says itself, or by what one that was merged into it said. */
function ownOrMerged(column: Sql, value: string): Sql {
  return sql`(c.${column} = ${value} or c.id = (select other.merged_into_id from clients other
    where other.organization_id = c.organization_id and other.${column} = ${value}))`;
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * The index knows runs of three letters. To `like` with less it answers every client of the organisation, which at
 * 200,000 took 1 s; as a plain condition the scan ends at the page's last row.
 */
function hasWord(word: string): Sql {
  const indexed = /[\p{L}\p{N}]{3}/u.test(word);
  return indexed ? sql`c.search_text like ${containing(word)}` : sql`strpos(c.search_text, ${word}) > 0`;
}
