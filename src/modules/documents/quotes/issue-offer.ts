import { addDays, type Day } from '../../../core/calendar.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadClients } from '../../clients/index.ts';
import { type OrganizationValue, readOrganization } from '../../organization/index.ts';
import { variantsFor } from '../../products/index.ts';
import { checkFloor, clientNotActive, needOverrides, type Override } from '../../sales/index.ts';
import { checkValidity } from './check-validity.ts';
import { factsOf, pricedSaleOf } from '../document-record.ts';
import { clientOf, type StoredDocument } from '../document-row.ts';
import { issued } from '../events.ts';
import { snapshotOf } from '../printing/snapshot.ts';
import { changed, sealDocument } from '../store.ts';

const validDaysDefault = 30;

type Issuing = {
  readonly organization?: OrganizationValue;
  readonly issueDate?: Day | undefined;
  readonly validUntil?: Day | undefined;
  readonly override?: readonly Override[] | undefined;
};

/** Gives a draft of an offer its number, and a last day. */
export async function issueOffer(
  context: Context,
  before: StoredDocument,
  { organization, issueDate = context.today, validUntil: until, override = [] }: Issuing,
): Promise<StoredDocument> {
  const { valid_until: drafted } = before.row;
  const clientId = clientOf(before.row);
  const validUntil = until ?? drafted ?? addDays(issueDate, validDaysDefault);
  checkValidity(issueDate, validUntil);
  needOverrides(context, override);
  const quoted = pricedSaleOf(before);
  const [seller, clients, variants] = await Promise.all([
    organization ?? readOrganization(context, { lock: false }),
    loadClients(context, [clientId]),
    variantsFor(
      context,
      quoted.lines.flatMap((line) => line.variant_id ?? []),
    ),
  ]);
  const client = clients.get(clientId);
  if (client?.status !== 'active') throw clientNotActive({ status: client?.status });
  if (!override.includes('price_floor')) checkFloor(context, quoted, variants);
  const row = changed(context, before.row, {
    client_name: client.display_name,
    issue_date: issueDate,
    valid_until: validUntil,
    snapshot: snapshotOf(before.row, { organization: seller, client, quote: null, corrects: null }),
    issued_at: context.now,
  });
  const after = { ...row, ...(await sealDocument(context, { row, lines: before.lines })) };
  context.emit(issued[after.type]({ ...after, ...factsOf(context, after) }));
  return { row: after, lines: before.lines };
}
