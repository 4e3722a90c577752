import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { openHeadFile } from '../doors/jobs/audit-heads.ts';
import { type AuditVerdict, checkAuditLog } from '../modules/audit/index.ts';
import { everyCheck, runCheck, type Verdict } from '../modules/checks/index.ts';
import { everyOrganization } from '../modules/identity/index.ts';
import type { AuditHeads } from '../operation/audit-heads.ts';
import type { Secrets } from '../operation/secrets.ts';
import { findSecrets } from '../secrets.ts';

const noKey = 'Audit logs are not checked: neither DAYBOOK_SECRET nor DAYBOOK_DATA leads to the key that seals them.';

/** Checks the books of every organisation, says what is wrong, and fails where anything is. */
export async function checkBooks(config: Config): Promise<void> {
  const connected = await connect({
    ...config,
    migrates: false,
    log: () => undefined,
    onConnectionError: () => undefined,
  });
  try {
    const secrets = findSecrets(config.dataFolder, config.secret);
    if (secrets === undefined) console.log(noKey);
    const heads = secrets === undefined ? undefined : headsOf(config.dataFolder, secrets);
    const isSound = await checkAll(connected.db, (line) => console.log(line), secrets, heads);
    if (!isSound) process.exitCode = 1;
  } finally {
    await connected.close();
  }
}

/** Returns true where all checks pass. Audit logs are checked with the key that they are sealed with. */
export async function checkAll(
  db: Database,
  say: (line: string) => void,
  secrets: Pick<Secrets, 'audit'> | undefined,
  heads?: AuditHeads,
): Promise<boolean> {
  const organizations = await everyOrganization(db);
  let wrong = 0;
  for (const { id, name } of organizations) {
    // All checks of an organisation see its books at one moment.
    const verdicts = await db.transaction({ organization: id, readOnly: true }, async (tx) => {
      const done: Verdict[] = [];
      for (const check of everyCheck) done.push(await runCheck(tx, id, check));
      return done;
    });
    const broken = verdicts.filter(({ ok }) => !ok);
    wrong += broken.length;
    const looked = verdicts.reduce((sum, { checked }) => sum + checked, 0);
    say(`${broken.length === 0 ? 'ok   ' : 'WRONG'} ${name}: ${verdicts.length} checks of ${looked} things`);
    for (const verdict of broken) say(sentenceOn(verdict));
    if (secrets === undefined) continue;
    const log = await checkAuditLog({ db, secrets, organization: id, heads, asOf: new Date().toISOString() });
    wrong += log.ok ? 0 : 1;
    say(lineOn(name, log));
    for (const finding of log.found) say(`      ${finding}`);
  }
  say(wrong === 0 ? `The books of ${organizations.length} organisations are sound.` : `${wrong} checks failed.`);
  return wrong === 0;
}

/** Heads of the audit logs, from the file of this data folder. */
function headsOf(dataFolder: string, { audit: key }: Secrets): AuditHeads {
  const file = openHeadFile({ dataFolder, key, onError: (error) => console.error(error) });
  file.close();
  return file;
}

function lineOn(name: string, { ok, checked, unsealed, wrong }: AuditVerdict): string {
  const waiting = unsealed === 0 ? '' : `, and ${unsealed} that wait for their seal`;
  const log = `${name}: audit log of ${checked} sealed entries${waiting}`;
  return ok ? `ok    ${log}` : `WRONG ${log}; ${wrong} wrong`;
}

function sentenceOn({ name, promise, wrong, found }: Verdict): string {
  return `      ${name}: ${wrong} wrong. ${promise} Not so: ${found.join('; ')}${wrong > found.length ? '; …' : ''}`;
}
