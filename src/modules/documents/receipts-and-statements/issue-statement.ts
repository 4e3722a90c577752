import { z } from 'zod';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { limitExceeded } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { readOrganization } from '../../organization/index.ts';
import { clientStatement, rangeOf, type Statement as Report } from '../../reports/index.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { StoredDocument } from '../document-row.ts';
import { draftRow, withTexts } from '../draft-row.ts';
import { issueAtOnce } from '../issuing/issue-at-once.ts';
import type { KeptStatement } from './statement.ts';

/** More than anybody reads, and than fits on pages in time. */
const rowsMax = 1_000;

/** Issues the statement of a client, as the report tells it now. There is no draft of it. */
export async function issueStatement(context: Context, input: DocumentGiven): Promise<StoredDocument> {
  const { client_id: clientId, currency, statement_type: type = 'activity' } = input;
  if (!clientId) throw fault('/client_id', 'required', 'Name the client of the statement, in `client_id` or `client`.');
  needPermission(context, 'reports:read');
  const period = await periodOf(context, input);
  const asked = { client_id: clientId, currency, type, ...period };
  const [organization, clients, report] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, [clientId]),
    reportOf(context, asked),
  ]);
  const client = clients.get(clientId);
  if (client === undefined) throw missing('/client_id', 'client');
  const content = { statement: kept(report, await documentsIn(context, report)) };
  const row = draftRow(context, withTexts(input, organization.invoice_defaults), {
    id: context.newId(),
    type: 'statement',
    client_id: clientId,
    client_name: client.display_name,
    currency: report.currency,
    total: report.closing.minor,
    priced: null,
    content,
  });
  const parties = { organization, client, quote: null, corrects: null };
  return issueAtOnce(context, { row, lines: [] }, { parties });
}

/** Up to today at most: what is to come is not final. */
async function periodOf(context: Context, { period, from, to }: DocumentGiven): Promise<Period> {
  const { today } = context;
  if (to !== undefined && to > today)
    throw fault('/to', 'in_future', 'Write today or an earlier date: a statement cannot end in the future.');
  const { current } = await rangeOf(context, { period, from, to });
  if (current.from > today) throw fault('/from', 'in_future', 'Write today or an earlier date.');
  return { from: current.from, to: current.to > today ? today : current.to };
}

const readingsMax = 5;

/**
 * The report as it was at one moment. Its parts are read one after the other, so it is read until two readings agree:
 * then nothing came between them.
 */
async function reportOf(context: Context, asked: Parameters<typeof clientStatement>[1]): Promise<Report> {
  let before = await readOnce(context, asked);
  for (let reading = 1; reading < readingsMax; reading += 1) {
    const now = await readOnce(context, asked);
    if (now.text === before.text) return now.report;
    before = now;
  }
  throw new Error(`the account of ${asked.client_id} does not stand still`);
}

async function readOnce(context: Context, asked: Parameters<typeof clientStatement>[1]) {
  const report = await clientStatement(context, asked);
  if (report.rows.length > rowsMax) {
    throw limitExceeded({ max: rowsMax, hint: 'Narrow `from` and `to`, or use `statement_type` balance_forward.' });
  }
  return { report, text: JSON.stringify(report, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item)) };
}

type Known = Readonly<Record<'id' | 'sale_id' | 'number', string>> & {
  readonly type: 'invoice' | 'deposit_invoice' | 'debit_note' | 'credit_note';
};

/** The invoices and credit notes of the sales and returns on it, by the id of the sale as a report names it. */
async function documentsIn({ db, organization }: Context, { rows }: Report): Promise<ReadonlyMap<string, Known>> {
  const ids = rows.flatMap(({ source }) => (source?.startsWith('sale_') ? Id('sale').parse(source) : []));
  const found = await db.many<Known>(sql`
    select id, sale_id, type, number from documents
    where organization_id = ${organization} and sale_id = any(${ids}::uuid[])
      and type in ('invoice', 'deposit_invoice', 'credit_note', 'debit_note') and issued_at is not null
      and voided_at is null`);
  return new Map(found.map((one) => [z.encode(Id('sale'), one.sale_id), one]));
}

function kept(report: Report, documents: ReadonlyMap<string, Known>): KeptStatement {
  const { type, period, other_currencies, opening, closing, ageing } = report;
  const digits = ({ minor }: { readonly minor: bigint }) => String(minor);
  return {
    type,
    period,
    other_currencies,
    opening: digits(opening),
    closing: digits(closing),
    ageing: {
      current: digits(ageing.current),
      days_1_30: digits(ageing.days_1_30),
      days_31_60: digits(ageing.days_31_60),
      days_61_90: digits(ageing.days_61_90),
      over_90_days: digits(ageing.over_90_days),
      credit: digits(ageing.credit),
    },
    rows: report.rows.map((line) => {
      const { entry_id: _, ...row } = line;
      const document = documents.get(row.source ?? '');
      return {
        ...row,
        amount: digits(row.amount),
        balance: digits(row.balance),
        document_id: document?.id ?? null,
        document_number: document?.number ?? null,
        document_type: document?.type ?? null,
      };
    }),
  };
}
