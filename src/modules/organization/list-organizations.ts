import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';
import { OrganizationSummary } from './organization.ts';

const OwnOrganization = OrganizationSummary.extend({
  member_id: Id('member').describe('Your membership there.'),
  is_owner: z.boolean(),
  joined_at: Instant,
  access_expires_at: Instant.nullable().describe('When your access there expires.'),
});

const organizations = listOf({
  name: 'organizations',
  row: OwnOrganization,
  id: sql`memberships.organization_id`,
  sorts: { joined_at: instantKey(sql`memberships.created_at`), name: textKey(sql`memberships.organization_name`) },
  defaultSort: 'joined_at',
  filters: {},
});

export const listOrganizations = operation({
  name: 'list_organizations',
  summary: 'List the organisations that you are a member of.',
  guidance: 'A token is for one organisation; POST /api/auth/switch gives one for another.',
  http: 'GET /organizations',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: organizations.input,
  output: Page(OwnOrganization),
  run: (context, input) =>
    page(context, organizations, input, {
      select: sql`organization_id as id, organization_name as name, slug, status, country, base_currency, timezone,
        locale, member_id, is_owner, created_at as joined_at, expires_at as access_expires_at`,
      from: sql`memberships`,
      where: sql`user_id = ${context.actor.userId} and (expires_at is null or expires_at > ${context.now})
        and (not ${context.actor.confined === true} or organization_id = ${context.organization})`,
    }),
});
