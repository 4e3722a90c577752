import type { KeptEInvoice } from '../../einvoice/kept.ts';
import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import { organizationBytesMax, storageLimit } from './file.ts';
import type { FileType } from './file-type.ts';

/** Bytes that were looked at: what they are, how many, and their hash. */
export type Content = {
  readonly sha256: string;
  readonly contentType: FileType;
  readonly size: number;
  /** The e-invoice in the content, if it has one. */
  readonly eInvoice?: KeptEInvoice | undefined;
  /** Text of the content, where it was extracted already. */
  readonly text?: string | undefined;
};

export const sweepJob = 'sweep_content';
export const textJob = 'read_text';

/** Hours that uploaded bytes wait for a file record, longer than any upload and any retry takes. */
const unheldHours = 24;

/** Context of an upload, outside of any operation. */
type Bringing = Pick<Context, 'db' | 'organization' | 'newId' | 'now' | 'secrets'>;

/**
 * Says that bytes are about to be kept, and has them swept a day later where no file holds them. Whoever brings them
 * again in between is sure that they stay another day.
 */
export async function announceContent(bringing: Bringing, content: Content): Promise<void> {
  const { db, organization, now } = bringing;
  const { sha256, contentType, size, eInvoice, text } = content;
  const row = await db.one<{ is_new: boolean }>(sql`
    insert into file_contents as c (organization_id, sha256, content_type, size, offered_at, e_invoice, text)
    values (${organization}, ${sha256}, ${contentType}, ${size}, ${now},
      ${eInvoice === undefined ? null : JSON.stringify(eInvoice)}, ${text ?? null})
    on conflict (organization_id, sha256) do update set offered_at = greatest(c.offered_at, excluded.offered_at),
      e_invoice = coalesce(excluded.e_invoice, c.e_invoice), text = coalesce(excluded.text, c.text)
    returning xmax = 0 as is_new`);
  if (row.is_new) await countBytes(bringing, size);
  queueSweep(bringing, sha256, new Date(Date.parse(now) + unheldHours * 3_600_000).toISOString());
}

/** Counts bytes that come or, below zero, go. */
async function countBytes({ db, organization }: Pick<Bringing, 'db' | 'organization'>, bytes: number): Promise<void> {
  const usage = await db.one<{ bytes: bigint }>(sql`
    insert into file_usage as u (organization_id, bytes) values (${organization}, ${Math.max(bytes, 0)})
    on conflict (organization_id) do update set bytes = u.bytes + ${bytes} returning bytes`);
  if (bytes > 0 && usage.bytes > BigInt(organizationBytesMax)) throw storageLimit({ max_bytes: organizationBytesMax });
}

/** Says that the bytes are where they are read from. */
export async function confirmContent({ db, organization, now }: Bringing, { sha256 }: Content): Promise<void> {
  await db.run(sql`
    update file_contents set stored_at = ${now} where organization_id = ${organization} and sha256 = ${sha256}`);
}

/** Has bytes that are there kept as long as the books are, for a record that needs them without their file. */
export async function retainContent({ db, organization }: Context, sha256: string): Promise<boolean> {
  const rows = await db.run(sql`
    update file_contents set held = true
    where organization_id = ${organization} and sha256 = ${sha256} and stored_at is not null`);
  return rows > 0;
}

/** Says that bytes are there which a record holds by itself: they are kept as long as the books are. */
export async function holdContent({ db, organization, now }: Bringing, { sha256 }: Content): Promise<void> {
  await db.run(sql`
    update file_contents set stored_at = ${now}, held = true
    where organization_id = ${organization} and sha256 = ${sha256}`);
}

/** Lets go of bytes that a record held which is gone: what was read from them at once, and they themselves in a day. */
export function releaseContent(context: Context, hashes: readonly string[]): void {
  const { db, organization, now } = context;
  db.later(sql`
    update file_contents as c set held = false, text = null, text_read_at = null, e_invoice = null
    where c.organization_id = ${organization} and c.sha256 = any(${hashes}::text[])
      and not exists (select from contents_in_use as used
        where used.organization_id = ${organization} and used.sha256 = c.sha256)`);
  const later = new Date(Date.parse(now) + unheldHours * 3_600_000).toISOString();
  for (const sha256 of new Set(hashes)) queueSweep(context, sha256, later);
}

export function queueSweep(context: Bringing, sha256: string, runAt?: string): void {
  enqueue(context, { kind: sweepJob, payload: { sha256 }, ...(runAt === undefined ? {} : { runAt }) });
}

/**
 * Removes bytes that neither a file nor a record holds and nobody brought of late. Their row is locked meanwhile: who
 * brings the same bytes waits, and stores them anew.
 */
export async function sweepContent(
  { db, organization, now, sha256 }: { db: Db; organization: string; now: string; sha256: string },
  removeBytes: () => Promise<void>,
): Promise<boolean> {
  const locked = await db.maybe<{ size: bigint }>(sql`
    select size from file_contents where organization_id = ${organization} and sha256 = ${sha256} and not held
      and offered_at <= ${now}::timestamptz - make_interval(hours => ${unheldHours}) for update`);
  if (locked === undefined) return false;
  const { held } = await db.one<{ held: boolean }>(sql`
    select exists (select from files where organization_id = ${organization} and sha256 = ${sha256}) as held`);
  if (held) return false;
  await removeBytes();
  await db.run(sql`delete from file_contents where organization_id = ${organization} and sha256 = ${sha256}`);
  await countBytes({ db, organization }, -Number(locked.size));
  return true;
}

/** Content that is there, for a new file to hold. */
export async function contentFor({ db, organization }: Context, sha256: string): Promise<Content> {
  const row = await db.maybe<{ content_type: FileType; size: bigint }>(sql`
    select content_type, size from file_contents
    where organization_id = ${organization} and sha256 = ${sha256} and stored_at is not null for key share`);
  if (row !== undefined) return { sha256, contentType: row.content_type, size: Number(row.size) };
  const message = 'No content with this hash is stored. Upload the file itself as multipart/form-data.';
  throw notFound({ errors: [{ pointer: '/sha256', code: 'not_found', message }], hint: message });
}

/** Has the text of a PDF read after the answer, unless that was done. */
export async function queueText(bringing: Bringing, sha256: string): Promise<void> {
  const { db, organization } = bringing;
  const unread = await db.maybe<object>(sql`
    select from file_contents
    where organization_id = ${organization} and sha256 = ${sha256} and text_read_at is null`);
  if (unread !== undefined) enqueue(bringing, { kind: textJob, payload: { sha256 } });
}

/** Keeps what was read from content that is still there, and says whether it is. */
export async function keepText(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  { sha256, text }: { readonly sha256: string; readonly text: string | undefined },
): Promise<boolean> {
  const rows = await db.run(sql`
    update file_contents set text = ${text ?? null}, text_read_at = ${now}
    where organization_id = ${organization} and sha256 = ${sha256} and text_read_at is null`);
  return rows > 0;
}

/**
 * Text of the content, as far as it was extracted. It is the word of whoever made it. Who reads a text meanwhile waits
 * until this transaction is over, and sees what it made of the content.
 */
export async function textOfContent({ db, organization }: Context, sha256: string): Promise<string | undefined> {
  const row = await db.maybe<{ text: string | null }>(sql`
    select text from file_contents where organization_id = ${organization} and sha256 = ${sha256}
    for no key update`);
  return row?.text ?? undefined;
}

/** A part of what that content says, and how long all of it is, as JSON; for a statement that knows the hash. */
export function textPart(
  { organization, sha256 }: { readonly organization: Sql; readonly sha256: Sql },
  { from, most }: { readonly from: number; readonly most: number },
): Sql {
  return sql`(select jsonb_build_object('said', substr(c.text, ${from + 1}, ${most}), 'letters', length(c.text),
      'waits', c.content_type = 'application/pdf' and c.text_read_at is null)
    from file_contents as c where c.organization_id = ${organization} and c.sha256 = ${sha256})`;
}

/** The part of what that content says that has the word, or its beginning; for a statement that knows the hash. */
export function textAround(
  { organization, sha256 }: { readonly organization: Sql; readonly sha256: Sql },
  { word, most }: { readonly word: string; readonly most: number },
): Sql {
  const lead = Math.floor(most / 4);
  return sql`(select substr(c.text, greatest(1, strpos(lower(c.text), ${word}) - ${lead}::int), ${most}::int)
    from file_contents as c where c.organization_id = ${organization} and c.sha256 = ${sha256})`;
}
