import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByStatus } from '../../../operation/undo.ts';
import { post } from '../../ledger/index.ts';
import { useTaxRates } from '../../products/index.ts';
import { holdEvents, locationFor, lockStock, stockEvents } from '../../stock/index.ts';
import { type Confirming, confirmPlanned, writeConfirmed } from '../confirming/confirm.ts';
import { dueFrom } from '../settling/due-from.ts';
import { holdGoods, reserveSays } from './hold-goods.ts';
import { loadConfirmation, loadSale, variantIdsOf } from '../load-sale.ts';
import { withIds } from './names.ts';
import { type Override, overrideInput } from '../pricing/override.ts';
import { planSale } from './plan-sale.ts';
import { draftingRefusals, confirmingRefusals } from '../refusals.ts';
import {
  clientRequired,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  saleExternalIdTaken,
  SaleWithWarnings,
} from '../sale.ts';
import { type SaleInput, saleInput } from './sale-input.ts';
import { saleRecord, settledFacts } from '../sale-record.ts';
import { asDrafted } from './stored-input.ts';
import { type StoredSale, writeSale } from '../store.ts';
import { untaxedWarnings } from '../pricing/untaxed-lines.ts';

export const createSale = operation({
  name: 'create_sale',
  summary: 'Create a draft sale, or confirm it at once with `confirm`.',
  guidance:
    'A draft has no number and no effect on stock or books; `reserve` holds its stock. ' +
    'To sell and take payment in one step (point of sale), use record_sale.',
  http: 'POST /sales',
  effect: 'write',
  permission: 'sales:write',
  mcp: 'action',
  creates: true,
  risky: { override: true },
  posts: true,
  amount: ({ total }) => total,
  undo: undoneByStatus({ draft: 'delete_sale', confirmed: 'void_sale', completed: 'void_sale' }),
  input: z.strictObject({
    ...saleInput,
    confirm: z.boolean().default(false).describe('Confirm it immediately, as confirm_sale does.'),
    override: overrideInput,
    reserve: z.boolean().default(false).describe(reserveSays),
  }),
  output: SaleWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    saleExternalIdTaken,
    clientRequired,
    ...draftingRefusals,
    ...confirmingRefusals,
  ],
  emits: [saleCreated, saleConfirmed, saleCompleted, ...holdEvents, ...stockEvents],
  async run(context, { confirm, reserve, override, ...given }) {
    if (confirm) needPermission(context, 'sales:confirm');
    const input = await withIds(context, given);
    return confirm ? createConfirmed(context, input, { override }) : createDraft(context, input, { reserve });
  },
});

type Created = z.output<typeof SaleWithWarnings>;

type Drafted = {
  readonly reserve?: boolean;
  readonly like?: StoredSale;
  readonly quoteId?: string;
  readonly isDeposit?: boolean;
};

/** Drafts a sale from an input that names everything by its id. */
export async function createDraft(context: Context, input: SaleInput, drafted: Drafted = {}): Promise<Created> {
  const { row, lines, warnings } = await makeDraft(context, input, drafted);
  return { ...saleRecord(context, row, lines), warnings };
}

/** The same, as rows. */
export async function makeDraft(
  context: Context,
  input: SaleInput,
  { reserve = false, like, quoteId, isDeposit }: Drafted = {},
): Promise<StoredSale & Pick<Created, 'warnings'>> {
  const locking = lockStock(context, reserve ? variantIdsOf(input) : [], input.location_id);
  const [loaded, lock] = await Promise.all([loadSale(context, input, locking), locking]);
  const parts = like === undefined ? loaded : asDrafted(loaded, like);
  const made = { id: context.newId(), locationId: lock.locationId, quoteId, isDeposit };
  const planned = planSale(context, input, parts, made);
  const { sale, warnings } = holdGoods(context, planned, { parts, reserve, locked: { lock } });
  useTaxRates(context, sale.rates);
  const [row, untaxed] = await Promise.all([
    writeSale(context, sale, { isNew: true }),
    untaxedWarnings(context, sale.lines),
  ]);
  context.emit(saleCreated({ ...row, ...settledFacts(context, row) }));
  return { row, lines: sale.lines, warnings: [...warnings, ...untaxed] };
}

/** The draft as it would be written: all that is checked and priced, with nothing locked or written. */
export async function planDraft(
  context: Context,
  input: SaleInput,
  { isDeposit }: Pick<Drafted, 'isDeposit'> = {},
): Promise<StoredSale> {
  const locating = locationFor(context, input.location_id);
  const [parts, { locationId }] = await Promise.all([loadSale(context, input, locating), locating]);
  return planSale(context, input, parts, { id: context.newId(), locationId, isDeposit });
}

async function createConfirmed(
  context: Context,
  input: SaleInput,
  { override }: { readonly override: readonly Override[] | undefined },
): Promise<Created> {
  const sale = await makeConfirmed(context, input, { override });
  post(context, sale.postings);
  const [row, untaxed] = await Promise.all([sale.written, untaxedWarnings(context, sale.lines)]);
  return { ...saleRecord(context, row, sale.lines), warnings: [...sale.warnings, ...untaxed] };
}

type Confirmed = {
  readonly override: readonly Override[] | undefined;
  readonly isDeposit?: boolean;
  /** The day of its invoice, which is issued with it. */
  readonly invoiced?: Day;
};

/** Confirms a new sale on account. The caller posts, and waits for what is written. */
export async function makeConfirmed(
  context: Context,
  input: SaleInput,
  { override, isDeposit, invoiced }: Confirmed,
): Promise<Confirming> {
  const confirmation = await loadConfirmation(context, input);
  const { locationId } = confirmation.stock;
  const planned = planSale(context, input, confirmation, { id: context.newId(), locationId, isDeposit });
  const row = invoiced === undefined ? planned.row : dueFrom(planned.row, invoiced);
  const sale = confirmPlanned(context, { ...planned, row }, { confirmation, paid: 0n, override });
  return { ...sale, written: writeConfirmed(context, sale, { isNew: true }) };
}
