import { sql } from '../../db/sql.ts';
import { anyOf } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Role, type RoleRow } from './role.ts';

const roles = listOf({
  name: 'roles',
  row: Role,
  id: sql`roles.id`,
  sorts: { created_at: instantKey(sql`roles.created_at`), name: textKey(sql`roles.name`) },
  defaultSort: 'created_at',
  filters: { kind: anyOf(['system', 'custom'], (kinds) => sql`roles.kind = any(${kinds})`) },
});

export const listRoles = operation({
  name: 'list_roles',
  summary: 'List the roles of the organisation with their permissions.',
  http: 'GET /team/roles',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: roles.input,
  output: Page(Role),
  run: (context, input) =>
    page<RoleRow>(context, roles, input, {
      select: sql`roles.*`,
      from: sql`roles`,
      where: sql`roles.organization_id = ${context.organization}`,
    }),
});
