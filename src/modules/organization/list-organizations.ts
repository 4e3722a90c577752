import { sql } from '../../db/sql.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { OrganizationSummary } from './organization.ts';

const organizations = listOf({
  name: 'organizations',
  row: OrganizationSummary,
  id: sql`memberships.organization_id`,
  sorts: { joined_at: instantKey(sql`memberships.created_at`), name: textKey(sql`memberships.organization_name`) },
  defaultSort: 'joined_at',
  filters: {},
});

export const listOrganizations = operation({
  name: 'list_organizations',
  summary: 'List the organisations that you are a member of.',
  guidance: 'A token is bound to one of them; POST /api/auth/switch gives one for another.',
  http: 'GET /organizations',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: organizations.input,
  output: Page(OrganizationSummary),
  run: (context, input) =>
    page(context, organizations, input, {
      select: sql`organization_id as id, organization_name as name, slug, status, country, base_currency, timezone,
        locale`,
      from: sql`memberships`,
      where: sql`user_id = ${context.actor.userId} and (expires_at is null or expires_at > ${context.now})`,
    }),
});
