import { isSwissIban, referenceShown, swissReference } from '../../core/swiss-reference.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { wordsOf } from '../../core/words.ts';
import {
  keptLinesBy,
  keptSaleBy,
  type KeptLineRow,
  lockSaleBy,
  settlementBy,
  type StoredSale,
} from '../sales/index.ts';
import { attachedBy, attachFiles } from '../files/index.ts';
import { paidBackOf } from '../payments/index.ts';
import { asksForMoney, isOffer } from './document.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';

/** Columns that a row has in JSON too and that are its own from the start. */
const ownColumns = sql`id, type, client_id, client_name, sale_id, made_sale, corrects_document_id, deducted_in_id,
  correction_reason, recurring_id, occurrence_date, issue_date, valid_until, currency, total, snapshot, title,
  template_id, buyer_reference, po_number, project, notes, terms, footer, language, member_id, issued_at,
  accepted_at, accepted_by, declined_at, declined_by, decline_reason, voided_at, void_reason, sent_at, viewed_at,
  submitted_at, submitted_by, submit_note, rejected_at, rejected_by, reject_reason, external_id, metadata,
  custom_fields, tags, version, created_at, updated_at, created_by, updated_by`;

/** The number, the place in the series, the hashes, the words and the status are made by the database. */
const writtenColumns = sql`${ownColumns}, content, priced`;

const saleOfDocument = { organization: sql`documents.organization_id`, id: sql`documents.sale_id` };
const paymentsOfDocument = {
  organization: sql`documents.organization_id`,
  ids: sql`(select held.payment_id from document_payments as held
    where held.organization_id = documents.organization_id and held.document_id = documents.id)`,
};
const lookOfDocument = sql`(select jsonb_build_object('template_id', chosen.template_id,
    'template_version', chosen.template_version) from document_looks as chosen
  where chosen.organization_id = documents.organization_id and chosen.document_id = documents.id)`;
const filesOfDocument = attachedBy({ organization: sql`documents.organization_id`, id: sql`documents.id` });
const isOfSale = sql`documents.type not in ('quote', 'proforma')`;
const isDraftOfSale = sql`${isOfSale} and documents.issued_at is null`;

/** The row with its sale: a draft of an invoice is worth what its sale is by now. */
const columnsNow: Sql = sql`number, prev_hash, hash, ${ownColumns},
  case when ${isDraftOfSale} then ${keptSaleBy(saleOfDocument)} else priced end as priced,
  case when ${isOfSale} then ${settlementBy(saleOfDocument)} end as sold,
  case when documents.type = 'receipt' then ${paidBackOf(paymentsOfDocument)} end as paid_back,
  case when documents.issued_at is null then (select jsonb_build_object('issue_at', planned.issue_at,
      'problem', planned.problem, 'send', planned.send) from document_schedules as planned
    where planned.organization_id = documents.organization_id and planned.document_id = documents.id) end as schedule,
  case when documents.issued_at is not null then ${lookOfDocument} end as look,
  case when documents.issued_at is null then ${filesOfDocument}
    else coalesce(documents.snapshot -> 'attachments', '[]') end as attachments`;
const documentColumns: Sql = sql`${columnsNow}, content`;

/** The same for one of many: what happened on an account is read by itself. */
export const listedColumns: Sql = sql`${columnsNow}, content #- '{statement,rows}' as content`;

/** The number, or nothing for a draft, as the index has it. */
export const numberColumn: Sql = sql`(case when number is null then '' else number end)`;

/** A line as it was written; where it names a variant that was merged since, of the one that is left. */
const lineContent = sql`line.content || case
  when line.variant_id is null or line.content ->> 'variant_id' = line.variant_id::text then '{}'
  else jsonb_build_object('variant_id', line.variant_id, 'product_id', (
    select item.product_id from variants_in_stock as item
    where item.organization_id = line.organization_id and item.id = line.variant_id)) end`;

/** The lines of the document of a statement, in their order. */
export const linesColumn: Sql = sql`coalesce(case when ${isDraftOfSale} then ${keptLinesBy(saleOfDocument)}
  else (select jsonb_agg(${lineContent} order by line.position) from document_lines as line
    where line.organization_id = documents.organization_id and line.document_id = documents.id) end, '[]') as lines`;

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
  context: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<StoredDocument> {
  const [found] = await lockDocumentsByIds(context, [id]);
  if (found === undefined) throw notFound();
  const { version: current } = found.row;
  if (version !== undefined && version !== current) throw versionConflict({ current_version: current });
  return found;
}

/** Documents with their lines, locked in the order of their ids, in one flight. */
export async function lockDocumentsByIds(context: Context, ids: readonly string[]): Promise<StoredDocument[]> {
  const { db, organization } = context;
  const among = sql`id = any(${[...ids]}::uuid[])`;
  const [rows, found] = await Promise.all([
    lockDocuments(context, among),
    db.many<Pick<RowWithLines, 'id' | 'lines'>>(sql`
      select id, ${linesColumn} from documents where organization_id = ${organization} and ${among}`),
  ]);
  const lines = new Map(found.map((one) => [one.id, one.lines]));
  return rows.map((row) => ({ row, lines: lines.get(row.id) ?? [] }));
}

/** The document and, of an invoice, its sale: locked, in one flight. */
export async function lockWithSale(
  context: Context,
  given: { readonly id: string; readonly version?: number | undefined },
): Promise<{ readonly document: StoredDocument; readonly sale: StoredSale | undefined }> {
  const saleId = sql`(select sale_id from documents
    where organization_id = ${context.organization} and id = ${given.id} and ${isOfSale})`;
  const [document, sale] = await Promise.all([lockDocument(context, given), lockSaleBy(context, saleId)]);
  return { document, sale };
}

/** Documents of a condition, by their ids. */
export function readDocuments({ db, organization }: Context, condition: Sql): Promise<DocumentRow[]> {
  return db.many<DocumentRow>(sql`
    select ${documentColumns} from documents where organization_id = ${organization} and ${condition} order by id`);
}

/** Documents of a condition, locked in the order of their ids. */
export function lockDocuments({ db, organization }: Context, condition: Sql): Promise<DocumentRow[]> {
  return db.many<DocumentRow>(sql`
    select ${documentColumns} from documents where organization_id = ${organization} and ${condition}
    order by id for update`);
}

export function insertDocument(context: Context, document: StoredDocument): void {
  const { db, organization } = context;
  db.later(sql`
    insert into documents (organization_id, words, ${writtenColumns})
    select ${organization}, ${wordsWith(document, sql`null`)}, ${writtenColumns}
    from json_populate_record(null::documents, ${inJson(document.row)})`);
  const { id, attachments } = document.row;
  attachFiles(
    context,
    id,
    attachments.map(({ file_id: fileId }) => fileId),
  );
  if (isOwn(document.row)) insertLines(context, document);
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
    update documents set words = ${wordsWith(document, sql`documents.number`)}, (${writtenColumns}) = (
      select ${writtenColumns} from json_populate_record(null::documents, ${inJson(row)}))
    where organization_id = ${organization} and id = ${row.id}`);
}

type Sealed = Pick<DocumentRow, 'number' | 'prev_hash' | 'hash' | 'look' | 'snapshot'>;
type SequenceHead = {
  readonly number: string;
  readonly period: string;
  readonly place: string;
  readonly prev_hash: string;
};

/** Gives a draft its number, its place in the chain and its look, with all that is written of it. */
export async function sealDocument(context: Context, drafted: StoredDocument): Promise<Sealed> {
  const { db, organization } = context;
  const place = sql`take_document_number(${organization}, ${drafted.row.type}, ${drafted.row.issue_date})`;
  const swissIban = swissIbanOf(drafted.row);
  if (swissIban === undefined) return seal(context, drafted, place);
  // The stored snapshot has the reference, which follows from the number: here it is taken in a round trip of its own.
  const taken = await db.one<SequenceHead>(sql`select number, period, place::text as place, prev_hash from ${place}`);
  const snapshot = drafted.row.snapshot && {
    ...drafted.row.snapshot,
    payment_reference: swissReference(swissIban, taken.number),
  };
  const document = { ...drafted, row: { ...drafted.row, snapshot } };
  return seal(
    context,
    document,
    sql`json_to_record(${JSON.stringify(taken)}::json)
    as taken(number text, period text, place bigint, prev_hash text)`,
  );
}

/** The account to which it asks to be paid, where that is a Swiss one. */
function swissIbanOf({ type, snapshot }: DocumentRow): string | undefined {
  const iban = snapshot?.seller.bank_account?.iban ?? '';
  return asksForMoney(type) && isSwissIban(iban) ? iban : undefined;
}

async function seal({ db, organization }: Context, document: StoredDocument, place: Sql): Promise<Sealed> {
  const { row } = document;
  const [sealed, { look }] = await Promise.all([
    db.one<Omit<Sealed, 'look' | 'snapshot'>>(sql`
      with taken as (select * from ${place})
      update documents set number = taken.number, series_period = taken.period, series_place = taken.place,
        prev_hash = taken.prev_hash, words = ${wordsWith(document, sql`taken.number`)}, (${writtenColumns}) = (
        select ${writtenColumns} from json_populate_record(null::documents, ${inJson(row)}))
      from taken where documents.organization_id = ${organization} and documents.id = ${row.id}
      returning documents.number, documents.prev_hash, documents.hash`),
    // A trigger keeps it, which the statement before does not see.
    db.one<Pick<Sealed, 'look'>>(sql`
      select ${lookOfDocument} as look from documents
      where documents.organization_id = ${organization} and documents.id = ${row.id}`),
  ]);
  return { ...sealed, look, snapshot: row.snapshot };
}

export function removeLines({ db, organization }: Context, documentId: string): void {
  db.later(sql`delete from document_lines where organization_id = ${organization} and document_id = ${documentId}`);
}

/** The row with a change to it, as the next version. */
export function changed(context: Context, row: DocumentRow, change: Partial<DocumentRow>): DocumentRow {
  const stamp = actorStamp(context.actor);
  return { ...row, ...change, version: row.version + 1, updated_at: context.now, updated_by: stamp };
}

/** A draft of a document of a sale keeps nothing of what that comes to. */
function isOwn({ type, issued_at }: DocumentRow): boolean {
  return isOffer(type) || issued_at !== null;
}

function inJson(row: DocumentRow): string {
  return JSON.stringify({ ...row, total: row.total.toString(), priced: isOwn(row) ? row.priced : null });
}

export function insertLines({ db, organization }: Context, { row, lines }: StoredDocument): void {
  db.later(sql`
    insert into document_lines (organization_id, document_id, position, variant_id, content)
    select ${organization}, ${row.id}, (line ->> 'position')::int, (line ->> 'variant_id')::uuid, line
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) as line`);
}

function wordsWith({ row, lines }: StoredDocument, number: Sql): Sql {
  const reference = row.snapshot?.payment_reference ?? null;
  const references = reference === null ? [] : [reference, referenceShown(reference)];
  const words = wordsOf([row.client_name, row.title, ...references, ...lines.flatMap(({ name, sku }) => [name, sku])]);
  return sql`search_words(${words}::text[], ${number})`;
}
