import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { type HeadFile, openHeadFile } from '../doors/jobs/audit-heads.ts';
import { checkAuditLog, readHead } from '../modules/audit/index.ts';
import { everyOrganization } from '../modules/identity/index.ts';
import type { Secrets } from '../operation/secrets.ts';
import { findSecrets } from '../secrets.ts';

const usage =
  'daybook accept-audit-log takes --note with why the logs go on from an earlier state, in up to 500 letters.';
const noteMax = 500;

/**
 * Lets audit logs go on from where they end now, after the database was put back to an earlier state: what was written
 * since is missed no more, and every later verification shows the note.
 */
export async function acceptAuditLog(config: Config, args: readonly string[]): Promise<void> {
  const note = noteOf(args);
  const secrets = findSecrets(config.dataFolder, config.secret);
  if (secrets === undefined) {
    throw new ConfigError('Neither DAYBOOK_SECRET nor DAYBOOK_DATA leads to the key that seals audit logs.');
  }
  const quiet = { log: () => undefined, onConnectionError: () => undefined };
  const connected = await connect({ ...config, migrates: false, ...quiet });
  const onError = (error: unknown) => {
    throw new ConfigError(`The file of heads in ${config.dataFolder} cannot be written.`, { cause: error });
  };
  const file = openHeadFile({ dataFolder: config.dataFolder, key: secrets.audit, onError });
  try {
    const accepted = await acceptHeads({ db: connected.db, secrets, file, note, say: (line) => console.log(line) });
    console.log(`${accepted} audit logs go on from where they end. Restart the nodes that run on this folder.`);
  } finally {
    file.close();
    await connected.close();
  }
}

type Accepting = {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'audit'>;
  readonly file: HeadFile;
  readonly note: string;
  readonly say: (line: string) => void;
};

/** Only a log that is whole as far as it goes is accepted: what was altered stays a finding. */
export async function acceptHeads({ db, secrets, file, note, say }: Accepting): Promise<number> {
  let accepted = 0;
  for (const { id: organization, name } of await everyOrganization(db)) {
    const { ok, found } = await checkAuditLog({ db, secrets, organization });
    const head = await db.transaction({ organization, readOnly: true }, (tx) => readHead({ db: tx, organization }));
    if (!ok || head === undefined) {
      say(`${name} is not accepted: its audit log is not whole. ${found[0] ?? 'It has no end.'}`);
      continue;
    }
    const { sequence, hash } = head;
    file.note(organization, { sequence, hash, at: new Date().toISOString(), note });
    say(`${name} goes on from entry ${sequence}.`);
    accepted += 1;
  }
  file.flush();
  return accepted;
}

function noteOf(args: readonly string[]): string {
  try {
    const { note } = parseArgs({ args: [...args], options: { note: { type: 'string' } } }).values;
    if (note !== undefined && note.trim() !== '' && note.length <= noteMax) return note.trim();
  } catch {
    // The usage follows below.
  }
  throw new ConfigError(usage);
}
