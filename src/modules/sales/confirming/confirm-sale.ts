import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  versionConflict,
} from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { post } from '../../ledger/index.ts';
import { stockEvents } from '../../stock/index.ts';
import { confirmDraft } from './confirm.ts';
import { overrideInput } from '../pricing/override.ts';
import { confirmingRefusals } from '../refusals.ts';
import {
  clientNotActive,
  clientRequired,
  saleCompleted,
  saleConfirmed,
  SaleWithWarnings,
  variantNotSold,
} from '../sale.ts';
import { keepBefore, saleRecord } from '../sale-record.ts';
import { statusOf } from '../settling/settled.ts';
import { lockSale } from '../store.ts';
import { untaxedWarnings } from '../pricing/untaxed-lines.ts';

export const confirmSale = operation({
  name: 'confirm_sale',
  summary: 'Confirm a draft sale: it gets its number, issues its stock and is posted to the books.',
  guidance: 'Its amounts are then final. Any part not paid at once becomes accounts receivable of the client.',
  http: 'POST /sales/{id}/confirm',
  effect: 'write',
  permission: 'sales:confirm',
  mcp: 'action',
  risky: { override: true },
  keyRequired: true,
  posts: true,
  amount: ({ total }) => total,
  undo: undoneBy('void_sale'),
  input: z.strictObject({ id: Id('sale'), version: Version.optional(), override: overrideInput }),
  output: SaleWithWarnings,
  refuses: [
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    clientNotActive,
    variantNotSold,
    clientRequired,
    ...confirmingRefusals,
  ],
  emits: [saleConfirmed, saleCompleted, ...stockEvents],
  async run(context, { id, version, override }) {
    const draft = await lockSale(context, id, version);
    const status = statusOf(draft.row);
    if (status !== 'draft') throw invalidStateTransition({ status, allowed: status === 'voided' ? [] : ['void_sale'] });
    keepBefore(context, draft.row, draft.lines);
    const sale = await confirmDraft(context, draft, { paid: 0n, override });
    post(context, sale.postings);
    const [row, untaxed] = await Promise.all([sale.written, untaxedWarnings(context, sale.lines)]);
    return { ...saleRecord(context, row, sale.lines), warnings: [...sale.warnings, ...untaxed] };
  },
});
