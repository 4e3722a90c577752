import { ascending } from '../../core/order.ts';
import type { Database, Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Runtime } from '../../operation/run.ts';
import { digestOfEntry, type Head, headColumns, headSignature, isOurMark, isOurs, linkHash, origin } from './chain.ts';

/** So many links are made in one transaction. */
export const linksMax = 1_000;
const organizationsMax = 100;

/** Dependencies of sealing, which runs beside calls and not in them. */
export type Sealing = Pick<Runtime, 'db' | 'secrets' | 'now'> & {
  /** Told where a chain ends once that has committed. */
  readonly sealed?: ((organization: string, head: Pick<Head, 'sequence' | 'hash'>) => void) | undefined;
};

/** Organisations with rows that wait for their link, after this one, in the order of their ids. */
export function organizationsWaiting(db: Database, after: string): Promise<string[]> {
  // One step of the index each, however many rows wait.
  return db.transaction({ readOnly: true }, async (tx) => {
    const rows = await tx.many<{ id: string }>(sql`
      with recursive waiting as (
        (select organization_id as id from audit_unsealed where organization_id > ${after}
         order by organization_id limit 1)
        union all
        select (select organization_id from audit_unsealed where organization_id > waiting.id
          order by organization_id limit 1)
        from waiting where waiting.id is not null
      )
      select id from waiting where id is not null limit ${organizationsMax}`);
    return rows.map(({ id }) => id);
  });
}

/**
 * Gives rows that have committed their links in one transaction, under the lock of the head: all of it, or nothing when
 * the node dies. Answers how many of those that waited it is done with; none where another node is at it.
 *
 * A row is taken when it is seen, so that one that commits late comes later in the chain and none is passed over.
 */
export async function sealEntries({ db, secrets, now, sealed }: Sealing, organization: string): Promise<number> {
  let end: Pick<Head, 'sequence' | 'hash'> | undefined;
  const count = await db.transaction({ organization }, async (tx) => {
    const [stored, waiting] = await Promise.all([lockHead(tx, organization), entriesWaiting(tx, organization)]);
    const head = stored ?? (await newHead(tx, organization));
    if (head === undefined || waiting.length === 0) return 0;
    if (!isOurs(secrets.audit, organization, head)) throw new ChainBroken(organization);
    const isKnown = (row: Waiting) => wasWritten(secrets.audit, organization, row, head);
    const links = linksFrom(secrets.audit, { organization, head, rows: waiting.filter(isKnown) });
    writeLinks(tx, organization, links);
    const last = links.at(-1);
    const next = {
      sequence: last?.sequence ?? head.sequence,
      hash: last?.hash ?? head.hash,
      // Those from before there was a chain come first, so that the first one with a mark ends them.
      takes_older: head.takes_older && waiting.every(({ mark }) => mark === null),
      sealed_at: now(),
    };
    tx.later(sql`
      update audit_heads set sequence = ${next.sequence}, hash = ${next.hash}, takes_older = ${next.takes_older},
        sealed_at = ${next.sealed_at}, signature = ${headSignature(secrets.audit, organization, next)}
      where organization_id = ${organization}`);
    tx.later(sql`
      delete from audit_unsealed
      where organization_id = ${organization} and audit_id = any(${waiting.map(({ id }) => id)}::uuid[])`);
    end = next;
    return waiting.length;
  });
  if (end !== undefined && end.sequence > 0n) sealed?.(organization, end);
  return count;
}

/** The chain does not end as this service left it: going on would hide where it was broken. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken';

  constructor(organization: string) {
    super(`the head of the audit chain of organisation ${organization} is not the one that was written`);
  }
}

function lockHead(db: Db, organization: string): Promise<Head | undefined> {
  return db.maybe<Head>(sql`
    select ${headColumns} from audit_heads where organization_id = ${organization} for update skip locked`);
}

/** The head of a new organisation; undefined where another node has it, or where there are links without one. */
async function newHead(db: Db, organization: string): Promise<Head | undefined> {
  return db.maybe<Head>(sql`
    insert into audit_heads (organization_id, sequence, hash, takes_older)
    select ${organization}, 0, ${origin}, false
    where not exists (select from audit_seals where organization_id = ${organization})
    on conflict (organization_id) do nothing returning ${headColumns}`);
}

type Waiting = {
  readonly id: string;
  readonly mark: Buffer | null;
  readonly has_link: boolean;
  /** Null where the row is gone. */
  readonly digest: Buffer | null;
};

/** Those from before there was a chain first, each kind in the order of its ids. */
async function entriesWaiting(db: Db, organization: string): Promise<Waiting[]> {
  const rows = await db.many<Waiting>(sql`
    select waiting.id, waiting.mark, ${digestOfEntry} as digest,
      exists (select from audit_seals
        where organization_id = ${organization} and audit_id = waiting.id) as has_link
    from (
      (select audit_id as id, mark from audit_unsealed
       where organization_id = ${organization} and mark is null order by audit_id limit ${linksMax})
      union all
      (select audit_id, mark from audit_unsealed
       where organization_id = ${organization} and mark is not null order by audit_id limit ${linksMax})
      limit ${linksMax}
    ) as waiting
      left join audit_log as entry on entry.organization_id = ${organization} and entry.id = waiting.id`);
  return rows.toSorted(ascending(rankOf));
}

function rankOf({ mark, id }: Waiting): string {
  return `${mark === null ? 0 : 1}${id}`;
}

/**
 * True where this service wrote the waiting row. A row that was put there by another way gets no link, and is told of
 * for ever; one that was taken out before it was sealed gets a link to nothing, which says so.
 */
function wasWritten(key: Uint8Array, organization: string, { id, mark, has_link }: Waiting, head: Head): boolean {
  return !has_link && isOurMark(key, { organization, id, mark, takesOlder: head.takes_older });
}

type LinkRow = { readonly sequence: bigint; readonly auditId: string; readonly digest: Buffer; readonly hash: Buffer };

type Following = { readonly organization: string; readonly head: Head; readonly rows: readonly Waiting[] };

function linksFrom(key: Uint8Array, { organization, head, rows }: Following): LinkRow[] {
  let { sequence, hash: previous } = head;
  return rows.map(({ id: auditId, digest: found }) => {
    sequence += 1n;
    const digest = found ?? origin;
    previous = linkHash(key, { organization, sequence, auditId, digest, previous });
    return { sequence, auditId, digest, hash: previous };
  });
}

function writeLinks(db: Db, organization: string, links: readonly LinkRow[]): void {
  if (links.length === 0) return;
  db.later(sql`
    insert into audit_seals (organization_id, sequence, audit_id, digest, hash)
    select ${organization}, sequence, audit_id, digest, hash
    from unnest(${links.map(({ sequence }) => sequence)}::bigint[], ${links.map(({ auditId }) => auditId)}::uuid[],
      ${links.map(({ digest }) => digest)}::bytea[], ${links.map(({ hash }) => hash)}::bytea[])
      as link (sequence, audit_id, digest, hash)`);
}
