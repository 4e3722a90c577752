import { type Sql, sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { type KeptLineRow, wordsOf } from '../sales/index.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';

/** Columns that a row has in JSON too; the number, the words and the status are made by the database. */
const plainColumns = sql`id, type, client_id, client_name, sale_id, issue_date, valid_until, currency, total, priced,
  snapshot, title, buyer_reference, notes, terms, footer, language, member_id, issued_at, accepted_at, accepted_by,
  declined_at, declined_by, decline_reason, voided_at, void_reason, sent_at, viewed_at, external_id, metadata, custom_fields, tags, version,
  created_at, updated_at, created_by, updated_by`;

export const documentColumns: Sql = sql`number, ${plainColumns}`;

/** The number, or nothing for a draft, as the index has it. */
export const numberColumn: Sql = sql`(case when number is null then '' else number end)`;

/** The lines of the document of a statement, in their order. */
export const linesColumn: Sql = sql`coalesce((
  select jsonb_agg(line.content order by line.position) from document_lines as line
  where line.organization_id = documents.organization_id and line.document_id = documents.id), '[]') as lines`;

type RowWithLines = DocumentRow & { readonly lines: readonly KeptLineRow[] };

export async function readDocument({ db, organization }: Context, id: string): Promise<StoredDocument> {
  const found = await db.maybe<RowWithLines>(sql`
    select ${documentColumns}, ${linesColumn} from documents
    where organization_id = ${organization} and id = ${id}`);
  if (found === undefined) throw notFound();
  const { lines, ...row } = found;
  return { row, lines };
}

/** The document, locked, and its lines as they are once the lock is held. */
export async function lockDocument(
  { db, organization }: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<StoredDocument> {
  const [row, lines] = await Promise.all([
    db.maybe<DocumentRow>(sql`
      select ${documentColumns} from documents where organization_id = ${organization} and id = ${id} for update`),
    db.many<{ content: KeptLineRow }>(sql`
      select content from document_lines
      where organization_id = ${organization} and document_id = ${id} order by position`),
  ]);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return { row, lines: lines.map(({ content }) => content) };
}

export function insertDocument(context: Context, document: StoredDocument): void {
  const { db, organization } = context;
  db.later(sql`
    insert into documents (organization_id, words, ${plainColumns})
    select ${organization}, ${wordsWith(document, sql`null`)}, ${plainColumns}
    from json_populate_record(null::documents, ${inJson(document.row)})`);
  insertLines(context, document);
}

/** Writes a draft anew, with its lines. */
export function replaceDraft(context: Context, document: StoredDocument): void {
  removeLines(context, document.row.id);
  updateDocument(context, document);
  insertLines(context, document);
}

export function updateDocument({ db, organization }: Context, document: StoredDocument): void {
  const { row } = document;
  db.later(sql`
    update documents set words = ${wordsWith(document, sql`documents.number`)}, (${plainColumns}) = (
      select ${plainColumns} from json_populate_record(null::documents, ${inJson(row)}))
    where organization_id = ${organization} and id = ${row.id}`);
}

/** Gives a draft its number, with all that is written of it, and answers the number. */
export async function numberDocument({ db, organization }: Context, document: StoredDocument): Promise<string> {
  const { row } = document;
  const { number } = await db.one<{ number: string }>(sql`
    with taken as (select take_number(${organization}, ${row.type}, ${row.issue_date}) as number)
    update documents set number = taken.number, words = ${wordsWith(document, sql`taken.number`)}, (${plainColumns}) = (
      select ${plainColumns} from json_populate_record(null::documents, ${inJson(row)}))
    from taken where documents.organization_id = ${organization} and documents.id = ${row.id}
    returning documents.number`);
  return number;
}

export function removeLines({ db, organization }: Context, documentId: string): void {
  db.later(sql`delete from document_lines where organization_id = ${organization} and document_id = ${documentId}`);
}

/** The row with a change to it, as the next version. */
export function changed(context: Context, row: DocumentRow, change: Partial<DocumentRow>): DocumentRow {
  const stamp = actorStamp(context.actor);
  return { ...row, ...change, version: row.version + 1, updated_at: context.now, updated_by: stamp };
}

function inJson(row: DocumentRow): string {
  return JSON.stringify({ ...row, total: row.total.toString() });
}

function insertLines({ db, organization }: Context, { row, lines }: StoredDocument): void {
  db.later(sql`
    insert into document_lines (organization_id, document_id, position, variant_id, content)
    select ${organization}, ${row.id}, (line ->> 'position')::int, (line ->> 'variant_id')::uuid, line
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) as line`);
}

function wordsWith({ row, lines }: StoredDocument, number: Sql): Sql {
  const words = wordsOf([row.client_name, row.title, ...lines.flatMap(({ name, sku }) => [name, sku])]);
  return sql`search_words(${words}::text[], ${number})`;
}
