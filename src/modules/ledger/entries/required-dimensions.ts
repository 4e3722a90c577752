import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { type FieldError, validationFailed } from '../../../operation/errors.ts';
import { readOnce } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DimensionValues } from '../../dimensions/index.ts';
import { type AccountsByRole, byRole } from '../accounts/accounts-by-role.ts';
import type { SystemRole } from '../accounts/chart.ts';

/** A dimension that lines on some accounts need a value of. */
export type RequiredDimension = {
  readonly id: string;
  readonly name: string;
  readonly since: Day;
  /** Codes of the accounts, by their ids. */
  readonly accounts: ReadonlyMap<string, string>;
};

type Row = {
  readonly dimension_id: string;
  readonly dimension: string;
  readonly account_id: string;
  readonly code: string;
  readonly since: Day;
};

/** Dimensions that somebody who types a line has to name. What a job posts is never refused: the checklist has it. */
export async function requiredDimensions({ db, organization, origin }: Context): Promise<RequiredDimension[]> {
  if (origin.door === 'job') return [];
  const rows = await db.many<Row>(sql`
    select dimension_id, dimension, account_id, code, since from required_dimension_accounts
    where organization_id = ${organization} order by dimension_id, code`);
  return requirementsIn(rows);
}

/** The same with the accounts of roles, in their statement: nearly every organisation requires nothing. */
export const rolesAndRequired = readOnce(async (context: Context): Promise<RolesAndRequired> => {
  const { db, organization, origin } = context;
  const rows = await db.many<(Row & { readonly system_role: null }) | RoleRow>(sql`
    select id as account_id, system_role, null::uuid as dimension_id, null as dimension, null as code,
      null::date as since
    from accounts where organization_id = ${organization} and system_role is not null
    union all
    select account_id, null, dimension_id, dimension, code, since from required_dimension_accounts
    where organization_id = ${organization} and ${origin.door !== 'job'}
    order by dimension_id, code`);
  const roles = rows.flatMap((row) => (row.system_role === null ? [] : [{ ...row, id: row.account_id }]));
  return { accounts: byRole(roles), required: requirementsIn(rows.filter((row) => row.system_role === null)) };
});

type RoleRow = { readonly account_id: string; readonly system_role: SystemRole };
type RolesAndRequired = { readonly accounts: AccountsByRole; readonly required: readonly RequiredDimension[] };

function requirementsIn(rows: readonly Row[]): RequiredDimension[] {
  return [...Map.groupBy(rows, (row) => row.dimension_id).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const accounts = new Map(all.map(({ account_id: id, code }) => [id, code]));
    return [{ id: first.dimension_id, name: first.dimension, since: first.since, accounts }];
  });
}

type Line = {
  /** Where it stands in the input, such as `/lines/0`. */
  readonly pointer: string;
  readonly account: string;
  readonly dimensionIds: readonly string[];
};

type Asked = {
  readonly required: readonly RequiredDimension[];
  readonly values: DimensionValues;
  readonly day: Day;
};

/** Refuses lines that lack a value which their account requires, all of them at once. */
export function refuseLackingDimensions(lines: readonly Line[], { required, values, day }: Asked): void {
  const due = required.filter(({ since }) => day >= since);
  if (due.length === 0) return;
  const errors = lines.flatMap(({ pointer, account, dimensionIds }): FieldError[] => {
    const named = new Set(dimensionIds.map((id) => values.get(id)?.dimension_id));
    return due.flatMap(({ id, name, accounts }) => {
      const code = accounts.get(account);
      if (code === undefined || named.has(id)) return [];
      const message = `Account ${code} requires a value of ${name}. Name one.`;
      return [{ pointer: `${pointer}/dimension_value_ids`, code: 'dimension_required', message }];
    });
  });
  const [first] = errors;
  if (first !== undefined) throw validationFailed({ errors, hint: first.message });
}
