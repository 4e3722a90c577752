import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Day, Id, Version } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { readOrganization } from '../organization/index.ts';
import { variantsFor } from '../products/index.ts';
import { checkFloor, clientNotActive, fault, needOverrides, overrideInput, priceBelowFloor } from '../sales/index.ts';
import { checkValidity } from './check-validity.ts';
import { Document, quoteIssued } from './document.ts';
import { checkStatus, documentRecord, factsOf, keepBefore, pricedSaleOf } from './document-record.ts';
import { snapshotOf } from './snapshot.ts';
import { changed, lockDocument, numberDocument } from './store.ts';

const validDaysDefault = 30;

export const issueDocument = operation({
  name: 'issue_document',
  summary: 'Issues a draft: it gets its number for good, and what is printed on it stands.',
  guidance: 'A quote is valid for 30 days unless it says otherwise, and may be accepted or declined from then on.',
  http: 'POST /documents/{id}/issue',
  effect: 'write',
  permission: 'documents:issue',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({
    id: Id('document'),
    issue_date: Day.optional().describe('Default: today.'),
    valid_until: Day.optional().describe('Default: as the draft says, else 30 days after it is issued.'),
    override: overrideInput,
    version: Version.optional(),
  }),
  output: Document,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    clientNotActive,
    priceBelowFloor,
  ],
  emits: [quoteIssued],
  async run(context, { id, version, issue_date: asked, valid_until: until, override = [] }) {
    const [before, organization] = await Promise.all([
      lockDocument(context, { id, version }),
      readOrganization(context, { lock: false }),
    ]);
    checkStatus(context, before.row, ['draft']);
    const issueDate = asked ?? context.today;
    if (issueDate > context.today) throw fault('/issue_date', 'in_future', 'A document is dated today at the latest.');
    const validUntil = until ?? before.row.valid_until ?? addDays(issueDate, validDaysDefault);
    checkValidity(issueDate, validUntil);
    needOverrides(context, override);
    const quoted = pricedSaleOf(before);
    const [clients, variants] = await Promise.all([
      loadClients(context, [before.row.client_id]),
      variantsFor(
        context,
        quoted.lines.flatMap((line) => line.variant_id ?? []),
      ),
    ]);
    const client = clients.get(before.row.client_id);
    if (client?.status !== 'active') throw clientNotActive({ status: client?.status });
    if (!override.includes('price_floor')) checkFloor(context, quoted, variants);
    keepBefore(context, before);
    const row = changed(context, before.row, {
      client_name: client.display_name,
      issue_date: issueDate,
      valid_until: validUntil,
      snapshot: snapshotOf(before.row, { organization, client }),
      issued_at: context.now,
    });
    const issued = { ...row, number: await numberDocument(context, { row, lines: before.lines }) };
    context.emit(quoteIssued({ ...issued, ...factsOf(context, issued) }));
    return documentRecord(context, { row: issued, lines: before.lines });
  },
});
