import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { auditMark } from '../../operation/audit-mark.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { headSignature, linkHash, origin, redactionMark } from './chain.ts';

const linksAtOnce = 5_000;
const patienceMs = 60_000;

type Sealing = {
  readonly organization: string;
  readonly secrets: Pick<Secrets, 'audit'>;
  /** RFC 3339. */
  readonly now: string;
};

/** New length of the chain; `wereOurs` if its links were signed by this installation before. */
export type SealedAnew = { readonly links: number; readonly wereOurs: boolean };

/**
 * Makes the links of a log that came from another installation with the key of this one. What each link says its row
 * was stays as it came, and so do order and gaps: whatever was altered there is found here too. For the owner of the
 * tables, while nothing fires: links are never changed otherwise.
 */
export async function sealAnew(db: Db, { organization, secrets, now }: Sealing): Promise<SealedAnew> {
  let [sequence, hash, links, ours] = [0n, origin, 0, 0];
  for (;;) {
    const rows = await db.slowly<Link>(
      sql`
        select sequence, audit_id as "auditId", digest, hash from audit_seals
        where organization_id = ${organization} and sequence > ${sequence} order by sequence limit ${linksAtOnce}`,
      patienceMs,
    );
    const made: Buffer[] = [];
    for (const link of rows) {
      const previous = hash;
      hash = linkHash(secrets.audit, { organization, previous, ...link });
      ours += hash.equals(link.hash) ? 1 : 0;
      made.push(hash);
    }
    await db.slowly(
      sql`
        update audit_seals as seal set hash = made.hash
        from unnest(${rows.map((row) => row.sequence)}::bigint[], ${made}::bytea[]) as made (sequence, hash)
        where seal.organization_id = ${organization} and seal.sequence = made.sequence`,
      patienceMs,
    );
    links += rows.length;
    sequence = rows.at(-1)?.sequence ?? sequence;
    if (rows.length < linksAtOnce) break;
  }
  const head = { sequence, hash, takes_older: false, sealed_at: links === 0 ? null : now };
  const signature = links === 0 ? null : headSignature(secrets.audit, organization, head);
  await db.run(sql`
    insert into audit_heads (organization_id, sequence, hash, takes_older, sealed_at, signature)
    values (${organization}, ${sequence}, ${hash}, false, ${head.sealed_at}, ${signature})`);
  await markAnew(db, { organization, secrets });
  await markRedactionsAnew(db, { organization, secrets });
  return { links, wereOurs: ours === links };
}

type Link = { readonly sequence: bigint; readonly auditId: string; readonly digest: Buffer; readonly hash: Buffer };

/** Rows that waited for their link there wait for it here. */
async function markAnew(db: Db, { organization, secrets }: Omit<Sealing, 'now'>): Promise<void> {
  const rows = await db.slowly<{ id: string }>(
    sql`select audit_id as id from audit_unsealed where organization_id = ${organization} order by audit_id`,
    patienceMs,
  );
  const ids = rows.map(({ id }) => id);
  const marks = ids.map((id) => auditMark(secrets.audit, organization, id));
  await db.slowly(
    sql`
      update audit_unsealed as waiting set mark = made.mark
      from unnest(${ids}::uuid[], ${marks}::bytea[]) as made (id, mark)
      where waiting.organization_id = ${organization} and waiting.audit_id = made.id`,
    patienceMs,
  );
}

/** The same of rows that something was taken out of. */
async function markRedactionsAnew(db: Db, { organization, secrets }: Omit<Sealing, 'now'>): Promise<void> {
  const rows = await db.slowly<{ id: string; digest: Buffer }>(
    sql`select audit_id as id, digest from audit_redactions where organization_id = ${organization} order by audit_id`,
    patienceMs,
  );
  const marks = rows.map((row) => redactionMark(secrets.audit, { organization, ...row }));
  await db.slowly(
    sql`
      update audit_redactions as redaction set mark = made.mark
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${marks}::bytea[]) as made (id, mark)
      where redaction.organization_id = ${organization} and redaction.audit_id = made.id`,
    patienceMs,
  );
}
