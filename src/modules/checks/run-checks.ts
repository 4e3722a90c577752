import type { Context } from '../../operation/operation.ts';
import { checkOwnAuditLog } from '../audit/index.ts';
import { everyCheck } from './every-check.ts';
import { runCheck, type Verdict } from './run-check.ts';

/** Runs every check of an organisation, one after the other: each may use what the server has to offer. */
export async function runChecks(context: Context, { writes }: { readonly writes: boolean }): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of everyCheck) verdicts.push(await runCheck(context.db, context.organization, check));
  // Last, because in a call that writes nothing is sealed from here on until it commits.
  verdicts.push(await auditVerdict(context, { holds: writes }));
  return verdicts;
}

/**
 * The chain of the audit log, which only who holds its key can follow: no statement can. It counts as one thing, since
 * asking for a check is itself an entry, by which what was previewed would differ from what is done.
 */
async function auditVerdict(context: Context, hold: { readonly holds: boolean }): Promise<Verdict> {
  const { ok, found } = await checkOwnAuditLog(context, hold);
  return {
    name: 'audit_log',
    promise: 'The audit log is unchanged since it was sealed, and complete as far as this service has seen it.',
    ok,
    checked: 1,
    wrong: ok ? 0 : 1,
    found: [...found],
  };
}
