import type { Db } from '../../db/database.ts';
import { everyCheck } from './every-check.ts';
import { runCheck, type Verdict } from './run-check.ts';

/** Runs every check of an organisation, one after the other: each may use what the server has to offer. */
export async function runChecks(db: Db, organization: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of everyCheck) verdicts.push(await runCheck(db, organization, check));
  return verdicts;
}
