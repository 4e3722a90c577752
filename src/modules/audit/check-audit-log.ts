import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { AuditHeads, WrittenHead } from '../../operation/audit-heads.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  type Extent,
  type Finding,
  type Reached,
  start,
  type Verified,
  type Verifying,
  verifyChain,
} from './verify-chain.ts';

/** So many entries are looked at as they stood at one moment. */
const linksAtOnce = 100_000;
const namedMax = 20;

export type AuditVerdict = {
  readonly ok: boolean;
  readonly checked: number;
  readonly unsealed: number;
  readonly wrong: number;
  /** Sentences on the first that are wrong. */
  readonly found: readonly string[];
};

type Checking = Omit<Verifying, 'db'> & {
  readonly db: Database;
  readonly heads?: AuditHeads | undefined;
  /** RFC 3339: heads that were written later are not looked for. */
  readonly asOf?: string;
};

/** Verifies the whole audit log of an organisation, however long it is. */
export function checkAuditLog({ db, heads, asOf, ...rest }: Checking): Promise<AuditVerdict> {
  const { organization } = rest;
  const written = asOf === undefined ? undefined : heads?.find(organization, asOf);
  return verdictOn(written, (extent) =>
    db.transaction({ organization, readOnly: true }, (tx) => verifyChain({ ...rest, db: tx }, extent)),
  );
}

/**
 * The same within the transaction of a call. Where that may write, each statement sees what committed before it, so
 * that the head is held: nobody seals meanwhile.
 */
export async function checkOwnAuditLog(context: Context, { holds }: { holds: boolean }): Promise<AuditVerdict> {
  const { db, organization, secrets, auditHeads, now } = context;
  if (holds) await db.run(sql`select from audit_heads where organization_id = ${organization} for share`);
  const verifying: Verifying = { db, organization, secrets };
  return verdictOn(auditHeads?.find(organization, now), (extent) => verifyChain(verifying, extent));
}

async function verdictOn(
  written: WrittenHead | undefined,
  verify: (extent: Extent) => Promise<Verified>,
): Promise<AuditVerdict> {
  let [checked, unsealed, wrong] = [0, 0, 0];
  const found: string[] = [];
  for (let after: Reached | undefined = start; after !== undefined;) {
    const known = after === start && written !== undefined ? [written] : [];
    const part: Verified = await verify({ after, linksMax: linksAtOnce, known });
    checked += part.links;
    unsealed += part.waiting;
    wrong += part.wrong;
    found.push(...part.found.slice(0, namedMax - found.length).map(sentenceOn));
    after = part.next;
  }
  return { ok: wrong === 0, checked, unsealed, wrong, found };
}

function sentenceOn({ kind, sequence, auditId, message }: Finding): string {
  const where = [sequence === null ? [] : `entry ${sequence}`, auditId === null ? [] : Id('audit').encode(auditId)];
  return `${kind}: ${where.flat().join(', ')}: ${message}`;
}
