import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { release } from '../archive/release.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { type Config, ConfigError } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { openStore } from '../storage/open-store.ts';
import { everyOrganization } from '../modules/identity/index.ts';
import { organizationOf } from '../modules/organization/index.ts';
import { typeIdFrom } from '../wire/type-id.ts';

const usage = 'daybook export takes --organization with its id, --to with a path, and --data with a folder.';

/** Writes an organisation into one file beside the service, as POST /api/exports does within it. */
export async function exportOrganization(config: Config, args: readonly string[]): Promise<void> {
  const { organization: wanted, to, data } = optionsOf(args);
  const dataFolder = data === undefined ? config.dataFolder : resolve(data);
  const connected = await connect({
    ...config,
    dataFolder,
    migrates: false,
    log: () => undefined,
    onConnectionError: () => undefined,
  });
  const { db } = connected;
  try {
    const id = await chosen(db, wanted);
    const now = new Date().toISOString();
    const path = resolve(to ?? `daybook-${typeIdFrom('org', id)}-${now.slice(0, 10)}.zip`);
    if (existsSync(path)) throw new ConfigError(`${path} is there already. Choose another path with --to.`);
    const organization = await db.transaction({ organization: id, readOnly: true }, (tx) => organizationOf(tx, id));
    const store = await openStore({ ...config, dataFolder });
    const progress = async () => undefined;
    const written = await writeArchive({ db, store, organization, path, now, madeBy: release, progress }).catch(
      async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      },
    );
    const { files, checks } = written.manifest;
    console.log(`${organization.name}: ${written.records} records and ${files.count} files in ${path}`);
    console.log(`${written.size} bytes, SHA-256 ${written.sha256}`);
    const faults = checks.filter(({ wrong }) => wrong > 0).map(({ name }) => name);
    if (faults.length > 0) console.log(`The books have findings, which are in it as they are: ${faults.join(', ')}.`);
    if (files.missing.length > 0) {
      console.log(`${files.missing.length} files are not there as they were kept; the manifest names them.`);
      process.exitCode = 1;
    }
  } finally {
    await connected.close();
  }
}

type Options = { readonly organization?: string; readonly to?: string; readonly data?: string };

function optionsOf(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { organization: text, to: text, data: text } }).values;
  } catch {
    throw new ConfigError(usage);
  }
}

/** The one that is asked for; where there is only one, nobody need ask. */
async function chosen(db: Database, wanted: string | undefined): Promise<string> {
  const all = await everyOrganization(db);
  const found = all.filter(({ id }) => wanted === undefined || typeIdFrom('org', id) === wanted);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.id;
  const list = all.map(({ id, name }) => `  ${typeIdFrom('org', id)}  ${name}`).join('\n');
  throw new ConfigError(`Say which with --organization:\n${list}`);
}
