import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { digestOfEntry, type Head, headColumns, isOurMark, isOurs, linkHash, origin, redactionMark } from './chain.ts';

/** Rows per query: some 600 kB, read and verified in 40 ms, during which no other call is served. */
const blockRows = 2_000;
/** Findings listed by name; the count is of all. */
const namedMax = 20;

export type FindingKind = 'altered' | 'removed' | 'inserted' | 'reordered' | 'head';

export type Finding = {
  readonly kind: FindingKind;
  /** The place in the chain, where there is one. */
  readonly sequence: bigint | null;
  readonly auditId: string | null;
  readonly message: string;
};

/** Position of a verification: the last link, and the last row checked for a link. */
export type Reached = { readonly sequence: bigint; readonly auditId: string };
export const start: Reached = { sequence: 0n, auditId: '00000000-0000-0000-0000-000000000000' };

export type Verified = {
  /** Links and rows verified. */
  readonly links: number;
  readonly rows: number;
  readonly waiting: number;
  readonly wrong: number;
  /** The first that are wrong, in the order of the chain. */
  readonly found: readonly Finding[];
  readonly head: Head | undefined;
  /** Undefined where the whole was looked at. */
  readonly next: Reached | undefined;
};

export type Verifying = { readonly db: Db; readonly organization: string; readonly secrets: Pick<Secrets, 'audit'> };

/** A link that was noted down elsewhere, which must still be in the chain. */
export type Known = { readonly sequence: bigint; readonly hash: Buffer };

export type Extent = { readonly after: Reached; readonly linksMax: number; readonly known?: readonly Known[] };

/**
 * Walks the chain and the log from where a verification had come, in blocks, so that no more than one is in memory.
 * Every link is made again from the row as it is now; every row without a link must be waiting for one.
 */
export async function verifyChain(verifying: Verifying, { after, linksMax, known = [] }: Extent): Promise<Verified> {
  const findings = new Findings();
  const [head, first, block, entries, noted] = await Promise.all([
    readHead(verifying),
    linkAt(verifying, after.sequence),
    readLinks(verifying, after.sequence),
    readUnlinked(verifying, after.auditId),
    Promise.all(known.map(({ sequence }) => knownAt(verifying, sequence))),
  ]);
  for (const [index, { hash }] of known.entries()) {
    const link = noted[index];
    if (link?.hash?.equals(hash) !== true) findings.add(missed(link));
  }
  const walk = { verifying, findings, head };
  const links = await walkLinks(walk, { block, linksMax, place: { ...after, previous: first } });
  const isThrough = links.ended;
  if (isThrough) checkHead(walk, links.last);
  const rows = await walkRows(walk, { block: entries, rowsMax: linksMax, place: after });
  // Every organisation was founded, and its log begins with that: where there is nothing, nothing is sound.
  if (after === start && links.looked === 0 && rows.looked === 0 && findings.count === 0) findings.add(emptied);
  return {
    links: links.looked,
    rows: rows.looked,
    waiting: rows.waiting,
    head,
    wrong: findings.count,
    found: findings.named,
    next: isThrough && rows.ended ? undefined : { sequence: links.last.sequence, auditId: rows.last },
  };
}

class Findings {
  count = 0;
  readonly named: Finding[] = [];

  add(finding: Finding): void {
    this.count += 1;
    if (this.named.length < namedMax) this.named.push(finding);
  }
}

type Walk = { readonly verifying: Verifying; readonly findings: Findings; readonly head: Head | undefined };

type LinkRow = {
  readonly sequence: bigint;
  readonly auditId: string;
  readonly digest: Buffer;
  readonly hash: Buffer;
  /** Of the row as it is now; null where it is gone. */
  readonly found: Buffer | null;
  /** Of the row as it was left when personal data was taken out of it, and what proves that it was this service. */
  readonly redacted: Buffer | null;
  readonly mark: Buffer | null;
};

/** Position of the walk; the next link cannot be recomputed without the hash of the one before. */
type SequenceHead = { readonly sequence: bigint; readonly previous: Buffer | undefined };

type LinkWalk = { readonly block: LinkRow[]; readonly linksMax: number; readonly place: SequenceHead };

async function walkLinks(walk: Walk, { block: first, linksMax, place }: LinkWalk) {
  let [block, last, looked] = [first, place, 0];
  for (;;) {
    for (const link of block) {
      checkLink(walk, link, last);
      last = { sequence: link.sequence, previous: link.hash };
    }
    looked += block.length;
    if (block.length < blockRows) return { looked, last, ended: true };
    if (looked >= linksMax) return { looked, last, ended: false };
    block = await readLinks(walk.verifying, last.sequence);
  }
}

function checkLink({ verifying, findings }: Walk, link: LinkRow, { sequence: before, previous }: SequenceHead): void {
  const { sequence, auditId, digest, hash, found } = link;
  if (sequence !== before + 1n) {
    findings.add(wrong('removed', { sequence: before + 1n }, `The entries from here to ${sequence - 1n} are missing.`));
    return;
  }
  const { organization, secrets } = verifying;
  const place = { sequence, auditId };
  if (previous !== undefined && !hash.equals(linkHash(secrets.audit, { organization, ...place, digest, previous }))) {
    findings.add(
      wrong('reordered', place, 'It does not follow from the previous entry: it, or the order, was changed.'),
    );
  } else if (found === null) findings.add(wrong('removed', place, 'The row is missing.'));
  else if (!found.equals(digest) && !isRedacted(verifying, link)) {
    findings.add(wrong('altered', place, 'The row was changed after it was sealed.'));
  }
}

/** True for a row that this service redacted, unchanged since. */
function isRedacted({ organization, secrets }: Verifying, { auditId: id, found, redacted, mark }: LinkRow): boolean {
  if (found === null || redacted === null || !found.equals(redacted)) return false;
  return mark?.equals(redactionMark(secrets.audit, { organization, id, digest: redacted })) === true;
}

function wrong(kind: FindingKind, { sequence, auditId }: Partial<Reached>, message: string): Finding {
  return { kind, sequence: sequence ?? null, auditId: auditId ?? null, message };
}

/** Of a link that is not as it was noted: the first that is missing before it, or its own place. */
function missed(found: KnownLink | undefined): Finding {
  return wrong(
    'removed',
    found === undefined ? {} : { sequence: found.firstMissing },
    'The stored head is not in the chain: its end was cut off or replaced.',
  );
}

const emptied: Finding = wrong(
  'removed',
  { sequence: 1n },
  'The log is empty; even the creation of the organisation is missing.',
);

type KnownLink = { readonly hash: Buffer | null; readonly firstMissing: bigint };

/** The hash of a link now, and from where on links before it are missing where it is not there. */
function knownAt({ db, organization }: Verifying, sequence: bigint): Promise<KnownLink> {
  return db.one<KnownLink>(sql`
    select (select hash from audit_seals where organization_id = ${organization} and sequence = ${sequence}) as hash,
      least(${sequence}::bigint, coalesce((select max(sequence) from audit_seals
        where organization_id = ${organization} and sequence <= ${sequence}), 0) + 1) as "firstMissing"`);
}

function checkHead({ verifying, findings, head }: Walk, { sequence, previous }: SequenceHead): void {
  if (head === undefined) {
    if (sequence > 0n) findings.add(wrong('head', { sequence }, 'The head of the chain is not recorded.'));
    return;
  }
  const { secrets, organization } = verifying;
  if (!isOurs(secrets.audit, organization, head)) {
    findings.add(
      wrong('head', { sequence: head.sequence }, 'The head of the chain is not signed by this installation.'),
    );
  }
  if (head.sequence > sequence) {
    const message = `The chain continued to ${head.sequence}: its entries from here on are missing.`;
    findings.add(wrong('removed', { sequence: sequence + 1n }, message));
  } else if (head.sequence < sequence) {
    const message = 'The chain ended before this: later entries were added by somebody else.';
    findings.add(wrong('inserted', { sequence: head.sequence + 1n }, message));
  } else if (previous !== undefined && !head.hash.equals(previous)) {
    findings.add(wrong('reordered', { sequence }, 'The last entry is not the one the chain ended with.'));
  }
}

type Block = { readonly looked: number; readonly last: string; readonly unlinked: readonly Unlinked[] };
type Unlinked = { readonly id: string; readonly waits: boolean; readonly mark: string | null };
type RowWalk = { readonly block: Block; readonly rowsMax: number; readonly place: Pick<Reached, 'auditId'> };

async function walkRows(walk: Walk, { block: first, rowsMax, place }: RowWalk) {
  let [block, last, looked, waiting] = [first, place.auditId, 0, 0];
  for (;;) {
    for (const row of block.unlinked) waiting += checkUnlinked(walk, row) ? 1 : 0;
    looked += block.looked;
    last = block.looked === 0 ? last : block.last;
    if (block.looked < blockRows) return { looked, last, waiting, ended: true };
    if (looked >= rowsMax) return { looked, last, waiting, ended: false };
    block = await readUnlinked(walk.verifying, last);
  }
}

/** Returns true for a row that rightly waits for its link. */
function checkUnlinked({ verifying, findings, head }: Walk, { id, waits, mark: hex }: Unlinked): boolean {
  const { secrets, organization } = verifying;
  const mark = hex === null ? null : Buffer.from(hex, 'hex');
  const takesOlder = head?.takes_older ?? false;
  if (waits && isOurMark(secrets.audit, { organization, id, mark, takesOlder })) return true;
  findings.add(wrong('inserted', { auditId: id }, 'The row was not written by this installation.'));
  return false;
}

export function readHead({ db, organization }: Pick<Verifying, 'db' | 'organization'>): Promise<Head | undefined> {
  return db.maybe<Head>(sql`select ${headColumns} from audit_heads where organization_id = ${organization}`);
}

/** The hash of a link; undefined where it is gone, and of the one before the first what that follows. */
async function linkAt({ db, organization }: Verifying, sequence: bigint): Promise<Buffer | undefined> {
  if (sequence === 0n) return origin;
  const found = await db.maybe<{ hash: Buffer }>(sql`
    select hash from audit_seals where organization_id = ${organization} and sequence = ${sequence}`);
  return found?.hash;
}

function readLinks({ db, organization }: Verifying, after: bigint): Promise<LinkRow[]> {
  return db.many<LinkRow>(sql`
    select seal.sequence, seal.audit_id as "auditId", seal.digest, seal.hash, ${digestOfEntry} as found,
      redaction.digest as redacted, redaction.mark
    from (
      select * from audit_seals where organization_id = ${organization} and sequence > ${after}
      order by sequence limit ${blockRows}) as seal
      left join audit_log as entry on entry.organization_id = ${organization} and entry.id = seal.audit_id
      left join audit_redactions as redaction
        on redaction.organization_id = ${organization} and redaction.audit_id = seal.audit_id
    order by seal.sequence`);
}

/** The rows after this one, counted, and those of them without a link. */
function readUnlinked({ db, organization }: Verifying, after: string): Promise<Block> {
  return db.one<Block>(sql`
    select count(*)::int as looked, (array_agg(entry.id::text order by entry.id desc))[1] as last,
      coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'waits', waiting.audit_id is not null,
        'mark', encode(waiting.mark, 'hex')) order by entry.id) filter (where seal.audit_id is null), '[]') as unlinked
    from (
      select id from audit_log where organization_id = ${organization} and id > ${after}
      order by id limit ${blockRows}) as entry
      left join audit_seals as seal on seal.organization_id = ${organization} and seal.audit_id = entry.id
      left join audit_unsealed as waiting
        on waiting.organization_id = ${organization} and waiting.audit_id = entry.id`);
}
