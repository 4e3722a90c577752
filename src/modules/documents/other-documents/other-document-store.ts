import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { wordsOf } from '../../../core/words.ts';
import type { Links, OtherDocument } from './other-document.ts';

export type OtherRow = Omit<OtherDocument, 'organization_id' | 'type' | 'status' | 'size'> & { readonly size: bigint };

const ownColumns = sql`id, title, file_name, sha256, content_type, size, document_date, expires_on, notes, external_id,
  metadata, custom_fields, tags, version, created_at, updated_at, created_by, updated_by, archived_at`;

const kinds = ['client', 'sale', 'expense', 'document'] as const;
const columnOf = {
  client: sql`l.client_id`,
  sale: sql`l.sale_id`,
  expense: sql`l.expense_id`,
  document: sql`l.document_id`,
};

function linked(kind: (typeof kinds)[number]): Sql {
  const column = columnOf[kind];
  return sql`(select coalesce(array_agg(${column} order by l.position), '{}') from other_document_links as l
    where l.organization_id = other_documents.organization_id and l.other_document_id = other_documents.id
      and ${column} is not null)`;
}

export const otherColumns: Sql = sql`${ownColumns}, text_words <> ''::tsvector as has_text,
  ${linked('client')} as client_ids, ${linked('sale')} as sale_ids, ${linked('expense')} as expense_ids,
  ${linked('document')} as document_ids`;

export function otherRecord({ organization }: Context, row: OtherRow): OtherDocument {
  const status = row.archived_at === null ? 'active' : 'archived';
  return { ...row, organization_id: organization, type: 'other', status, size: Number(row.size) };
}

export async function readOther({ db, organization }: Context, id: string): Promise<OtherRow> {
  const row = await db.maybe<OtherRow>(sql`
    select ${otherColumns} from other_documents where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockOther(
  context: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<OtherRow> {
  const { db, organization } = context;
  const [locked, row] = await Promise.all([
    db.maybe<object>(sql`
      select from other_documents where organization_id = ${organization} and id = ${id} for update`),
    db.maybe<OtherRow>(sql`
      select ${otherColumns} from other_documents where organization_id = ${organization} and id = ${id}`),
  ]);
  if (locked === undefined || row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

const textWordsMax = 20_000;

/** Writes a new one, without waiting, with the words of what it says. */
export function insertOther({ db, organization }: Context, row: OtherRow, text: string | undefined): void {
  const said = sql`array_to_tsvector(${wordsOf([text ?? null], textWordsMax)}::text[])`;
  db.later(sql`
    insert into other_documents (organization_id, text_words, words, ${ownColumns})
    select ${organization}, ${said}, ${titleWords(row)} || ${said}, ${ownColumns}
    from json_populate_record(null::other_documents, ${inJson(row)})`);
  insertLinks({ db, organization }, row);
}

/** Has those that were filed before their text was read found by it, too. */
export async function indexText(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  { sha256, text }: { readonly sha256: string; readonly text: string },
): Promise<void> {
  const said = sql`array_to_tsvector(${wordsOf([text], textWordsMax)}::text[])`;
  await db.run(sql`
    update other_documents set words = words || ${said}, text_words = ${said}
    where organization_id = ${organization} and sha256 = ${sha256} and text_words = ''::tsvector`);
}

/** Writes a locked one as it will be. */
export function rewriteOther({ db, organization }: Context, row: OtherRow, hasOtherLinks: boolean): void {
  db.later(sql`
    update other_documents set words = ${titleWords(row)} || text_words, (${ownColumns}) = (
      select ${ownColumns} from json_populate_record(null::other_documents, ${inJson(row)}))
    where organization_id = ${organization} and id = ${row.id}`);
  if (!hasOtherLinks) return;
  db.later(sql`
    delete from other_document_links where organization_id = ${organization} and other_document_id = ${row.id}`);
  insertLinks({ db, organization }, row);
}

function insertLinks({ db, organization }: Pick<Context, 'db' | 'organization'>, row: Links & { id: string }): void {
  const all = kinds.flatMap((kind) => row[`${kind}_ids` as const].map((id) => ({ [`${kind}_id`]: id })));
  if (all.length === 0) return;
  const numbered = all.map((link, index) => ({ ...link, position: index + 1 }));
  db.later(sql`
    insert into other_document_links (organization_id, other_document_id, position, client_id, sale_id, expense_id,
      document_id)
    select ${organization}, ${row.id}, position, client_id, sale_id, expense_id, document_id
    from json_populate_recordset(null::other_document_links, ${JSON.stringify(numbered)})`);
}

function titleWords({ title, file_name: name, tags }: OtherRow): Sql {
  return sql`search_words(${wordsOf([title, name, ...tags])}::text[], null)`;
}

function inJson(row: OtherRow): string {
  return JSON.stringify({ ...row, size: row.size.toString() });
}

/** The row with a change to it, as its next version. */
export function changedOther({ now, actor }: Context, row: OtherRow, change: Partial<OtherRow>): OtherRow {
  return { ...row, ...change, version: row.version + 1, updated_at: now, updated_by: actorStamp(actor) };
}
