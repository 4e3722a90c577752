/** Puts a bank line into the books: what its shares are is recorded, and the line is matched with that. */
import { z } from 'zod';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { BusinessError } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context, WriteOutcome } from '../../../operation/operation.ts';
import { lockOwedExpenses } from '../../expenses/index.ts';
import { accountsByRole } from '../../ledger/index.ts';
import { amountFrom } from '../../sales/index.ts';
import { claimPlans, settleClaims } from '../scheduled-payments/claim-plans.ts';
import { adjustSales, writeAdjustments } from './adjustments.ts';
import { type Deed, deedsFor } from './deeds.ts';
import { lineMatchedEvent } from './events.ts';
import type { LockedLine } from './lock-lines.ts';
import { keepLineBefore, type MatchedLine, type NewMatch, readMatchedLine, writeMatches } from './match.ts';
import { type settlingInput, targetFields, type TargetInput } from './match-input.ts';
import { type AccountShare, kindOf, type Share, sharesOf, type Surplus } from './shares.ts';

type Settlement = z.output<z.ZodObject<typeof settlingInput>>;

export type Asked = Settlement & {
  readonly targets: readonly TargetInput[];
  readonly surplus?: Surplus;
  readonly memo?: string | undefined;
  /** Where the caller says none. */
  readonly ownMemo?: string | undefined;
  readonly ruleId?: string | undefined;
};

export type Booked = {
  readonly line: z.output<typeof MatchedLine>;
  readonly shares: readonly Share[];
};

/** `others`: the other line of a transfer. All of them are locked. */
export async function bookLine(
  context: Context,
  { line, others }: { readonly line: LockedLine; readonly others: readonly LockedLine[] },
  asked: Asked,
): Promise<Booked> {
  await keepLineBefore(context, line.id);
  const { targets, surplus, memo, ruleId, discount_percent: percent, residual } = asked;
  const fee = feeOf(line, asked);
  const billIds = targets.flatMap(({ expense_id: id }) => id ?? []);
  // Before what they owe is read: somebody may be recording a payment of one.
  if (billIds.length > 0) await lockOwedExpenses(context, { ids: billIds });
  const shares = await sharesOf(context, { ...line, fee }, { targets, percent, surplus });
  checkUsed(shares, { ...asked, fee });
  const settling = { isDiscounted: percent !== undefined, isWrittenOff: residual === 'write_off' };
  const isOut = line.amount < 0n;
  const all = isOut && fee > 0n ? [...shares, await feeShare(context, fee)] : shares;
  const matching = { line, fee: isOut ? 0n : fee, memo: memo ?? asked.ownMemo, others, settling };
  const deeds = await deedsFor(context, matching, all);
  const bills = shares.flatMap((share) => (share.kind === 'expense' ? share : []));
  const claims = await claimPlans(context, line, bills);
  const paymentOf = new Map<string, string>();
  const matches = new Map([line, ...others].map((one): [string, NewMatch[]] => [one.id, []]));
  matches.get(line.id)?.push(...shares.flatMap(linked));
  for (const deed of deeds) {
    for (const [lineId, made] of await carryOut(context, deed)) {
      matches.get(lineId)?.push(...made);
      for (const one of made) {
        for (const bill of one.itemIds) if (one.made !== null) paymentOf.set(bill, one.made.id);
      }
    }
  }
  await settleClaims(context, claims, paymentOf);
  const { residual_reason: reason, tax_relief: taxRelief } = asked;
  const adjusted = await adjustSales(context, {
    line,
    shares,
    settling,
    reason,
    taxRelief,
  }).catch((error: unknown) => {
    throw withPointer(error);
  });
  for (const one of [line, ...others].toSorted(ascending(({ id }) => id))) {
    await writeMatches(context, one, { matches: matches.get(one.id) ?? [], ruleId: ruleId ?? null });
    if (one !== line) context.emit(lineMatchedEvent(await readMatchedLine(context, one.id)));
  }
  writeAdjustments(context, line.id, adjusted);
  const matched = await readMatchedLine(context, line.id);
  context.emit(lineMatchedEvent(matched));
  return { line: matched, shares };
}

/** What the caller said was kept or taken on top, else what the line itself says where that can be booked. */
function feeOf({ currency, kept }: LockedLine, { fee_amount: given, targets }: Asked): bigint {
  if (given !== undefined) return amountFrom(given, '/fee_amount', currency);
  const bears = (target: TargetInput) =>
    targetFields.some((field) => target[field] !== undefined && feeBearing.has(kindOf[field]));
  return targets.some(bears) ? kept : 0n;
}

/** What is paid in full although a fee was kept, or less what was taken on top. */
const feeBearing: ReadonlySet<Share['kind']> = new Set(['sale', 'client', 'expense', 'payment']);

type Said = { readonly fee: bigint } & Omit<Asked, 'targets'>;

/** What was said is used, or refused: none of it is dropped without a word. */
function checkUsed(shares: readonly Share[], { fee, memo, residual, ...said }: Said): void {
  const has = (...kinds: readonly Share['kind'][]) => shares.some(({ kind }) => kinds.includes(kind));
  if (fee > 0n && !has(...feeBearing)) {
    throw fault('/fee_amount', 'not_used', 'Leave it out, or name the sales or expenses that are paid in full.');
  }
  if (residual !== undefined && !has('sale', 'expense')) {
    throw fault('/residual', 'not_used', 'Leave it out, or name sales or expenses.');
  }
  const isLoss = residual === 'write_off' && has('sale');
  if (said.tax_relief !== undefined && !isLoss) {
    throw fault('/tax_relief', 'not_used', 'Leave it out, or write off what sales still owe.');
  }
  if (said.residual_reason !== undefined && !isLoss && !(said.discount_percent !== undefined && has('sale'))) {
    throw fault('/residual_reason', 'not_used', 'Leave it out, or write off what sales still owe.');
  }
  if (memo !== undefined && !has('account')) throw fault('/memo', 'not_used', 'Leave it out, or name an `account_id`.');
}

/** What a bank took on top of the money that it paid out. */
async function feeShare(context: Context, amount: bigint): Promise<AccountShare> {
  const { paymentFees: id } = await accountsByRole(context);
  return { kind: 'account', id, amount, dimensions: [], pointer: '/fee_amount' };
}

function linked(share: Share): NewMatch[] {
  return share.kind === 'entry' ? [{ entryId: share.id, amount: share.amount, made: null, itemIds: [] }] : [];
}

/** Makes a record as its own operation does, and answers what that posted on the account of each line. */
async function carryOut(context: Context, deed: Deed): Promise<(readonly [string, NewMatch[]])[]> {
  const { actor, origin, db, organization } = context;
  const { operation: made, input } = deed;
  const { ids, answer } = await context
    .carryOut({ operation: made, request: { actor, origin, input } })
    .catch((error: unknown): WriteOutcome => {
      throw withPointer(error);
    });
  // The answer of each of these operations is the record that it made.
  const { id } = answer as { readonly id: string };
  return Promise.all(
    deed.lines.map(async (line) => {
      const entries = await db.many<{ id: string; amount: bigint }>(sql`
        select id, amount from bank_entries
        where organization_id = ${organization} and bank_account_id = ${line.bankAccountId}
          and id = any(${ids}::uuid[]) and amount <> 0 order by id`);
      const matches = entries.map((entry) => ({
        entryId: entry.id,
        amount: entry.amount,
        made: { type: deed.makes, id },
        itemIds: deed.itemIds,
      }));
      return [line.id, matches] as const;
    }),
  );
}

/** Points refusals at the targets, since the caller never wrote the fields of the inner input. */
function withPointer(error: unknown): unknown {
  if (!(error instanceof BusinessError)) return error;
  const errors = error.details.errors?.map((one) => ({ ...one, pointer: '/targets' }));
  return new BusinessError(error.kind, errors === undefined ? error.details : { ...error.details, errors });
}
