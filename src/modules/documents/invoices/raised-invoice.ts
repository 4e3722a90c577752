import { parseDecimal } from '../../../core/decimal.ts';
import { formatExchangeRate } from '../../../core/exchange.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { checkStatus, checkType } from '../status.ts';
import type { DocumentGiven } from '../document-input.ts';
import { clientOf } from '../document-row.ts';
import type { Parties } from '../printing/snapshot.ts';
import type { DraftSources } from '../draft-sources.ts';

type Corrected = {
  /** Terms that a debit note takes from its invoice: client, currency and exchange rate of that date. */
  readonly terms: Pick<DocumentGiven, 'client_id' | 'currency' | 'exchange_rate'>;
  readonly corrects: { readonly id: string } & NonNullable<Parties['corrects']>;
};

/** The invoice that a debit note raises: one that was issued and stands. */
export async function raisedInvoice(context: Context, input: DocumentGiven, sources: DraftSources): Promise<Corrected> {
  const { corrects_document_id: id } = input;
  if (id === undefined)
    throw fault(
      '/corrects_document_id',
      'required',
      'Write the id of the invoice to increase, in `corrects_document_id`.',
    );
  const { row } = await sources.document(context, id);
  checkType(row, ['invoice']);
  checkStatus(context, row, ['open', 'overdue', 'paid', 'uncollectible']);
  const terms = { client_id: clientOf(row), currency: row.currency };
  for (const field of ['client_id', 'currency'] as const) {
    const given = input[field];
    if (given === undefined || given === null || given === terms[field]) continue;
    throw fault(`/${field}`, 'from_invoice', 'Leave this field out: it is taken from the invoice.');
  }
  const rate = row.priced?.exchange_rate ?? null;
  const sameRate = rate === null ? undefined : parseDecimal(formatExchangeRate(BigInt(rate)));
  return {
    terms: { ...terms, exchange_rate: input.exchange_rate ?? sameRate },
    corrects: { id, number: row.number ?? '', issue_date: row.issue_date ?? context.today },
  };
}
