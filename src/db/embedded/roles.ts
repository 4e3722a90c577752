import { Client, escapeLiteral } from 'pg';
import { tryConnection, WrongPassword } from './ready.ts';

export const runtimeRole = 'daybook_runtime';
export const databaseName = 'daybook';

type Rights = { readonly ownerUrl: string; readonly runtimeUrl: string; readonly runtimePassword: string };

const statementTimeoutMs = 60_000;
const withoutPower = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';

/**
 * Sees to it that the database and the service's role are there and that the role is as weak as it must be. Looks
 * before it acts, so it also finishes what a killed start left half done. `ownerUrl` leads to the database `postgres`.
 */
export async function ensureRoles({ ownerUrl, runtimeUrl, runtimePassword }: Rights): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl, statement_timeout: statementTimeoutMs });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows } = await owner.query<Found>(lookText, [runtimeRole, databaseName]);
    const found = rows[0] ?? { role_is_weak: null, database_exists: false, database_is_closed: false };
    const password = `password ${escapeLiteral(runtimePassword)}`;
    if (found.role_is_weak === null) await owner.query(`create role ${runtimeRole} ${withoutPower} ${password}`);
    if (found.role_is_weak === false) await owner.query(`alter role ${runtimeRole} ${withoutPower}`);
    if (!found.database_exists) await owner.query(`create database ${databaseName}`);
    if (!found.database_is_closed) {
      await owner.query(`revoke all on database ${databaseName} from public`);
      await owner.query(`grant connect on database ${databaseName} to ${runtimeRole}`);
    }
    if (await isRefused(runtimeUrl)) await owner.query(`alter role ${runtimeRole} ${password}`);
  } finally {
    await owner.end();
  }
}

type Found = { role_is_weak: boolean | null; database_exists: boolean; database_is_closed: boolean };

const lookText = `select
  (select rolcanlogin and not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
     from pg_roles where rolname = $1) as role_is_weak,
  exists (select from pg_database where datname = $2) as database_exists,
  exists (select from pg_database, aclexplode(datacl), pg_roles
     where datname = $2 and grantee = pg_roles.oid and rolname = $1) as database_is_closed`;

/** The only proof that the key fits. */
async function isRefused(url: string): Promise<boolean> {
  try {
    await tryConnection(url);
    return false;
  } catch (error) {
    if (error instanceof WrongPassword) return true;
    throw error;
  }
}
