import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { everyCheck, runCheck, type Verdict } from '../modules/checks/index.ts';
import { everyOrganization } from '../modules/identity/index.ts';

/** Checks the books of every organisation, says what is wrong, and fails where anything is. */
export async function checkBooks(config: Config): Promise<void> {
  const connected = await connect({
    ...{ ...config, migrates: false },
    log: () => undefined,
    onConnectionError: () => undefined,
  });
  try {
    const isSound = await checkAll(connected.db, (line) => console.log(line));
    if (!isSound) process.exitCode = 1;
  } finally {
    await connected.close();
  }
}

/** Answers whether all is well. */
export async function checkAll(db: Database, say: (line: string) => void): Promise<boolean> {
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
  }
  say(wrong === 0 ? `The books of ${organizations.length} organisations are sound.` : `${wrong} checks failed.`);
  return wrong === 0;
}

function sentenceOn({ name, promise, wrong, found }: Verdict): string {
  return `      ${name}: ${wrong} wrong. ${promise} Not so: ${found.join('; ')}${wrong > found.length ? '; …' : ''}`;
}
