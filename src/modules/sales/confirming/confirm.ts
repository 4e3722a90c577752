import { mergedEntry } from '../../../core/entry.ts';
import { type CostedItem, goodsIssued, type IncomeAccount, saleConfirmed as saleEntry } from '../../../core/posting.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountsByRole, type Posting, refuseLackingDimensions } from '../../ledger/index.ts';
import { type TaxRateForSale, useTaxRates } from '../../products/index.ts';
import {
  type CameBack,
  endHolds,
  goodsCameBack,
  heldFor,
  type Hold,
  type IssuedStock,
  issueStock,
  type LineCost,
  writeMovements,
} from '../../stock/index.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { changedMeanwhile, takenOf } from '../pricing/bundle.ts';
import { reliefOf } from '../settling/settled.ts';
import { type Confirmation, loadConfirmation } from '../load-sale.ts';
import { checkCredit } from './credit-limit.ts';
import { needOverrides, type Override } from '../pricing/override.ts';
import { checkFloor } from '../pricing/price-floor.ts';
import { type PlannedSale, planSale } from '../drafts/plan-sale.ts';
import { clientRequired, creditHeld, saleCompleted, saleConfirmed, saleCreated, type SaleWarning } from '../sale.ts';
import { settledFacts } from '../sale-record.ts';
import type { LineRow, SaleRow } from '../sale-row.ts';
import { asDrafted, inputOf } from '../drafts/stored-input.ts';
import { type StoredSale, writeSale } from '../store.ts';

/** A sale as it stands once it is confirmed, with what leaves the stock and what it does to the books. */
export type ConfirmedSale = {
  readonly row: SaleRow;
  readonly lines: readonly LineRow[];
  readonly rates: readonly TaxRateForSale[];
  readonly issued: IssuedStock;
  /** Reservations of the draft, which the sale consumes. */
  readonly held: readonly Hold[];
  readonly postings: readonly Posting[];
  readonly warnings: readonly SaleWarning[];
};

type ConfirmedWith = {
  readonly confirmation: Confirmation;
  readonly held?: readonly Hold[] | undefined;
  readonly back?: readonly CameBack[] | undefined;
} & ConfirmedFor;

/** Amount paid at once, and the limits that may be exceeded. */
type ConfirmedFor = { readonly paid: bigint; readonly override?: readonly Override[] | undefined };

/** Confirms a planned sale, of which `paid` is paid at once: costs its goods and makes its entry. Writes nothing. */
export function confirmPlanned(
  context: Context,
  sale: PlannedSale,
  { confirmation, paid, held = [], back, override = [] }: ConfirmedWith,
): ConfirmedSale {
  const { accounts, stock, client } = confirmation;
  needOverrides(context, override);
  const isOwed = paid < sale.row.total;
  if (isOwed && sale.row.client_id === null) throw clientRequired();
  if (isOwed && client?.creditHold === true) throw creditHeld();
  if (!override.includes('credit_limit')) checkCredit(confirmation.credit, sale.row, paid);
  if (!override.includes('price_floor')) checkFloor(context, sale, confirmation.variants);
  checkRequired(sale, confirmation);
  const leavesStock = sale.row.stock === 'issue';
  const issued = issueStock(stock, leavesStock ? demandsOf(sale.lines, confirmation) : [], { held, back });
  const lines = sale.lines.map((line) => ({ ...line, cost_total: issued.costs.get(line.id) ?? null }));
  const costTotal = leavesStock ? lines.reduce((sum, line) => sum + (line.cost_total ?? 0n), 0n) : null;
  const row = {
    ...sale.row,
    amount_paid: paid,
    base_settled: reliefOf(sale.row, paid),
    confirmed_at: context.now,
    cost_total: costTotal,
  };
  const postings = postingsOf(context, { ...sale, row }, { accounts, issued });
  const warnings = issued.warnings.map((message) => ({ code: 'stock_negative', message }));
  return { row, lines, rates: sale.rates, issued, held, postings, warnings };
}

/** Refuses lines that lack a dimension which their account of income requires. A deposit is no income. */
function checkRequired({ row, lines }: PlannedSale, { required, dimensionValues: values, accounts }: Confirmation) {
  if (row.is_deposit) return;
  const named = lines.map((line, index) => ({
    pointer: `/lines/${index}`,
    account: line.income_account_id ?? accounts.revenueDefault,
    dimensionIds: line.dimension_value_ids,
  }));
  refuseLackingDimensions(named, { required, values, day: row.sale_date });
}

/** A bundle issues its components; what is taken back has no stock. */
export function demandsOf(lines: readonly LineRow[], { variants, stock }: Pick<Confirmation, 'variants' | 'stock'>) {
  return lines.flatMap(({ id: lineId, variant_id: variantId, quantity }) => {
    if (variantId === null || quantity < 0n) return [];
    const components = variants.get(variantId)?.components ?? [];
    if (components.length === 0) return [{ lineId, variantId, quantity }];
    if (!components.every((part) => stock.items.has(part.variantId))) throw changedMeanwhile();
    return components.map((part) => ({ lineId, variantId: part.variantId, quantity: takenOf(part, quantity) }));
  });
}

/** One entry for a sale: what is owed and earned, and what the goods cost. None where no money is in it. */
function postingsOf(
  context: Context,
  { row, lines, priced }: PlannedSale,
  { accounts, issued }: { accounts: AccountsByRole; issued: IssuedStock },
): Posting[] {
  const header = {
    date: row.sale_date,
    memo: row.client_name === null ? 'Sale' : `Sale to ${row.client_name}`,
    source: { type: 'sale', id: row.id, event: saleConfirmed.type },
  };
  const sold = saleEntry(priced, { header, ...incomeOf(context, { row, lines }, accounts) });
  const cost = goodsIssued({ header, accounts, items: costOfLines(issued.costed, lines) });
  const entry = mergedEntry({ ...header, kind: 'system' }, [...(sold?.lines ?? []), ...(cost?.lines ?? [])]);
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

export function incomeOf(
  context: Context,
  { row, lines }: Pick<PlannedSale, 'row' | 'lines'>,
  accounts: AccountsByRole,
) {
  return {
    accounts,
    owedOn: accounts.receivable,
    clientId: row.client_id ?? undefined,
    lines: lines.map((line) =>
      row.is_deposit
        ? { account: accounts.clientDeposits }
        : {
            account: line.income_account_id ?? accounts.revenueDefault,
            dimensionIds: line.dimension_value_ids,
          },
    ),
    charges: row.charges.map(({ kind }) => chargeIncome(kind, accounts)),
    taxAccounts: taxAccounts(row),
    exchange: exchangeOf(context, row),
    owedBase: row.base_total ?? undefined,
  };
}

/**
 * What goods cost, for the dimensions that their lines are sold for. Lines and stock movements keep the items apart;
 * the entry does not.
 */
export function costOfLines(costed: readonly LineCost[], lines: readonly LineRow[]): CostedItem[] {
  const byLine = dimensionsOf(lines);
  return costed.map(({ lineId, cost, inventoryAccount, costAccount }) => {
    return { cost, inventoryAccount, costAccount, dimensionIds: byLine.get(lineId) };
  });
}

/** By the id of the line. */
export function dimensionsOf(lines: readonly LineRow[]): ReadonlyMap<string, readonly string[]> {
  return new Map(lines.map((line) => [line.id, line.dimension_value_ids]));
}

function chargeIncome(kind: string, accounts: AccountsByRole): IncomeAccount {
  return { account: kind === 'shipping' ? accounts.shippingIncome : accounts.revenueDefault };
}

function taxAccounts({ taxes }: SaleRow): Record<string, string> {
  return Object.fromEntries(
    taxes.flatMap(({ rate_id: id, account_id: account }) => (account === null ? [] : [[id, account]])),
  );
}

/** The caller posts, and awaits `written`. */
export type Confirming = ConfirmedSale & { readonly written: Promise<SaleRow> };

/**
 * Confirms a locked draft, planned anew by the input that would make it again. One that takes the place of a sale which
 * was just returned as a whole takes the goods of that return again.
 */
export async function confirmDraft(
  context: Context,
  draft: StoredSale,
  { paid, override, returnId }: ConfirmedFor & { readonly returnId?: string | undefined },
): Promise<Confirming> {
  const input = inputOf(draft);
  // Sent behind the locks of the stock, so that nothing of it expires any more.
  const loading = loadConfirmation(context, input);
  const holding = draft.row.reserved_until === null ? [] : heldFor(context, { type: 'sale', id: draft.row.id });
  const [loaded, held] = await Promise.all([loading, holding]);
  const { lock: stock, back } =
    returnId === undefined
      ? { lock: loaded.stock, back: undefined }
      : await goodsCameBack(context, loaded.stock, returnId);
  const confirmation = { ...asDrafted(loaded, draft), stock };
  const made = { id: draft.row.id, locationId: draft.row.location_id, before: draft.row };
  const sale = confirmPlanned(context, planSale(context, input, confirmation, made), {
    confirmation,
    paid,
    held,
    back,
    override,
  });
  return { ...sale, written: writeConfirmed(context, sale, { isNew: false }) };
}

/** Writes a confirmed sale and its movements. The caller posts, after all else that it writes. */
export async function writeConfirmed(
  context: Context,
  sale: ConfirmedSale,
  { isNew }: { isNew: boolean },
): Promise<SaleRow> {
  useTaxRates(context, sale.rates);
  writeMovements(context, sale.issued, { source: { type: 'sale', id: sale.row.id }, date: sale.row.sale_date });
  endHolds(context, sale.held, 'fulfilled');
  const row = await writeSale(context, sale, { isNew });
  const facts = { ...row, ...settledFacts(context, row) };
  if (isNew) context.emit(saleCreated(facts));
  context.emit(saleConfirmed(facts));
  if (facts.status === 'completed') context.emit(saleCompleted(facts));
  return row;
}
