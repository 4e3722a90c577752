import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BadArchive } from '../archive/check-parts.ts';
import { explained } from '../archive/explained.ts';
import { restoreArchive, type Restored } from '../archive/restore-archive.ts';
import { hashOf } from '../archive/write-archive.ts';
import { BadZip } from '../archive/zip-reader.ts';
import { eventCatalogue } from '../catalogue.ts';
import { type Config, ConfigError } from '../config.ts';
import { connect } from '../db/connect.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { openStore } from '../storage/open-store.ts';
import { openHeadFile } from '../doors/jobs/audit-heads.ts';
import { checkAuditLog, readHead } from '../modules/audit/index.ts';
import { noteRestore } from '../modules/exports/index.ts';
import { openAccess } from '../modules/identity/index.ts';
import { organizationOf } from '../modules/organization/index.ts';
import { serviceActor } from '../operation/actor.ts';
import { newId } from '../operation/new-id.ts';
import type { Secrets } from '../operation/secrets.ts';
import { registerEvents } from '../operation/outbox.ts';
import { run } from '../operation/run.ts';
import { openSecrets } from '../secrets.ts';

const usage =
  'daybook restore-organization takes the path of an archive, --data with a folder, and --without-jobs to only try it.';
const ids = { newId: () => newId(Date.now()) };

/** Brings an organisation from its archive into this installation, and says whether it is all there. */
export async function restoreOrganization(config: Config, args: readonly string[]): Promise<void> {
  const { path, data, bringsJobs } = optionsOf(args);
  const dataFolder = data === undefined ? config.dataFolder : resolve(data);
  const quiet = { log: () => undefined, onConnectionError: () => undefined };
  const connected = await connect({ ...config, dataFolder, ...quiet });
  const owner = openDatabase({ url: connected.ownerUrl, connectionsMax: 1 });
  try {
    const secrets = openSecrets(dataFolder, config.secret);
    const store = await openStore({ ...config, dataFolder });
    const now = new Date().toISOString();
    const say = (line: string) => console.log(line);
    const restored = await restoreArchive({ owner, store, secrets, path, now, bringsJobs, say, ...ids });
    await tellRestored({ db: connected.db, secrets, publicUrl: config.publicUrl }, restored, await hashOf(path));
    await noteHead({ db: connected.db, secrets, dataFolder, now }, restored);
    await tell(connected.db, secrets, restored);
  } catch (error) {
    const isKnown = error instanceof BadArchive || error instanceof BadZip;
    const why = isKnown ? error.message : explained(error);
    if (why === undefined) throw error;
    throw new ConfigError(`${path} was not restored. ${why}`, { cause: error });
  } finally {
    await owner.close();
    await connected.close();
  }
}

type Options = { readonly path: string; readonly data: string | undefined; readonly bringsJobs: boolean };

function optionsOf(args: readonly string[]): Options {
  const options = { data: { type: 'string' }, 'without-jobs': { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new ConfigError(usage);
  }
  const [path, ...more] = parsed.positionals;
  if (path === undefined || more.length > 0) throw new ConfigError(usage);
  if (!existsSync(path)) throw new ConfigError(`There is no file ${path}.`);
  return { path: resolve(path), data: parsed.values.data, bringsJobs: !parsed.values['without-jobs'] };
}

type Installation = { readonly db: Database; readonly secrets: Secrets; readonly publicUrl: string };

/** The organisation's own log says that it came from an archive: it is part of its history from now on. */
async function tellRestored(
  { db, secrets, publicUrl }: Installation,
  restored: Restored,
  sha256: string,
): Promise<void> {
  registerEvents(eventCatalogue);
  const { manifest, records } = restored;
  const { id } = manifest.organization;
  const organization = await db.transaction({ organization: id, readOnly: true }, (tx) => organizationOf(tx, id));
  const clock = { now: () => new Date().toISOString(), ...ids };
  const access = openAccess({ db, secrets, issuer: publicUrl, ...clock });
  const settings = { signup: 'closed', publicUrl, throttle: false } as const;
  const input = {
    made_at: manifest.made_at,
    made_by: manifest.made_by,
    sha256,
    records,
    files: manifest.files.count,
    audit_head: manifest.audit_log?.hash ?? null,
  };
  await run({ db, secrets, ...clock, access, settings }, noteRestore, {
    actor: serviceActor(organization, noteRestore.permission),
    origin: { door: 'console', requestId: `restore-${id}` },
    input,
  });
}

type Noting = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly dataFolder: string;
  readonly now: string;
};

/** The chain was made anew: where an earlier one of this organisation had ended here is missed no more. */
async function noteHead({ db, secrets, dataFolder, now }: Noting, { manifest }: Restored): Promise<void> {
  const { id: organization } = manifest.organization;
  const onError = (error: unknown) =>
    console.error('The head of its audit log was not written to the data folder.', error);
  const file = openHeadFile({ dataFolder, key: secrets.audit, onError });
  const head = await db.transaction({ organization, readOnly: true }, (tx) => readHead({ db: tx, organization }));
  const why = `Restored from an archive made at ${manifest.made_at}.`;
  if (head !== undefined) file.note(organization, { sequence: head.sequence, hash: head.hash, at: now, note: why });
  file.close();
}

async function tell(db: Database, secrets: Secrets, { manifest, people, sealed, records }: Restored): Promise<void> {
  const { organization, files, checks } = manifest;
  const faults = checks.filter(({ wrong }) => wrong > 0);
  console.log(`${organization.name} is here: ${records} records and ${files.count} files.`);
  console.log(
    faults.length === 0
      ? `All ${checks.length} checks of its books find nothing.`
      : `Its books have the findings that they had: ${faults.map(({ name }) => name).join(', ')}.`,
  );
  const log = await checkAuditLog({ db, secrets, organization: organization.id });
  const keys =
    sealed.links > 0 && sealed.wereOurs
      ? 'sealed with the key of this installation before'
      : 'sealed anew with the key of here';
  console.log(`${log.ok ? 'Its audit log verifies' : 'Its audit log has findings'}: ${sealed.links} entries, ${keys}.`);
  for (const finding of log.found) console.log(`  ${finding}`);
  const strangers = people.filter(({ isNew }) => isNew).map(({ email }) => email);
  if (strangers.length > 0) {
    console.log(`New here, and without a password until they ask for one at sign-in: ${strangers.join(', ')}.`);
  }
  console.log('Links to documents, MCP tokens and invites have ended; webhooks are off and have new secrets.');
}
