import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { BusinessError, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation, type WriteOutcome } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { controlAccount } from '../../ledger/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { amountFrom } from '../../sales/index.ts';
import { bankRuleNotFitting, type Followed, followRule, ruleNamed } from '../rules/follow-rule.ts';
import { type Deed, deedsFor } from './deeds.ts';
import { lineMatchedEvent } from './events.ts';
import { lockOpenLines } from './lock-lines.ts';
import { keepLineBefore, MatchedLine, type NewMatch, readMatchedLine, writeMatches } from './match.ts';
import { matchInput, type TargetInput } from './match-input.ts';
import { entryMatched, lineNotOpen, matchIncomplete } from './refusals.ts';
import { type Share, sharesOf } from './shares.ts';

export const matchBankLine = operation({
  name: 'match_bank_line',
  summary: 'Match a bank line with the books. What it pays is recorded on its day.',
  guidance:
    'Targets come to the line exactly, or a bank rule names them by `rule_id`. What sales or expenses leave over ' +
    'becomes credit. See suggest_bank_matches first, and dry_run for what is posted.',
  http: 'POST /bank-lines/{id}/match',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  undo: undoneBy('unmatch_bank_line'),
  input: z.strictObject(matchInput),
  output: MatchedLine,
  refuses: [
    notFound,
    validationFailed,
    lineNotOpen,
    matchIncomplete,
    bankRuleNotFitting,
    entryMatched,
    amountExceedsDue,
    controlAccount,
    exchangeRateMissing,
  ],
  emits: [lineMatchedEvent],
  async run(context, { id, targets: named, rule_id: ruleId, fee_amount: feeAmount, memo }) {
    const locked = await lockOpenLines(context, [id, ...(named ?? []).flatMap((target) => target.bank_line_id ?? [])]);
    const line = locked.find((one) => one.id === id);
    if (line === undefined) throw notFound();
    const { targets, memo: ownMemo } = await said(context, id, { targets: named, ruleId });
    await keepLineBefore(context, id);
    const fee = feeAmount === undefined ? 0n : amountFrom(feeAmount, '/fee_amount', line.currency);
    const shares = await sharesOf(context, { ...line, fee }, targets);
    checkUsed(shares, { fee, memo });
    const others = locked.filter((one) => one !== line);
    const deeds = await deedsFor(context, { line, fee, memo: memo ?? ownMemo, others }, shares);
    const matches = new Map(locked.map((one): [string, NewMatch[]] => [one.id, []]));
    matches.get(id)?.push(...shares.flatMap(linked));
    for (const deed of deeds) {
      for (const [lineId, made] of await carryOut(context, deed)) matches.get(lineId)?.push(...made);
    }
    for (const one of locked) {
      await writeMatches(context, one, { matches: matches.get(one.id) ?? [], ruleId: ruleId ?? null });
      if (one !== line) context.emit(lineMatchedEvent(await readMatchedLine(context, one.id)));
    }
    const matched = await readMatchedLine(context, id);
    context.emit(lineMatchedEvent(matched));
    return matched;
  },
});

type Asked = { readonly targets: readonly TargetInput[] | undefined; readonly ruleId: string | undefined };

/** What a person or an app names, or what a rule says of the line. */
async function said(
  context: Context,
  id: string,
  { targets, ruleId }: Asked,
): Promise<Pick<Followed, 'targets'> & { readonly memo?: string }> {
  if (targets !== undefined && ruleId === undefined) return { targets };
  const rule = ruleId === undefined ? undefined : await ruleNamed(context, ruleId);
  if (targets === undefined && rule !== undefined) return followRule(context, id, rule);
  throw fault('/targets', 'one_of', 'Write `targets` or `rule_id`.');
}

/** A fee is of a payment from a client, and a memo of an entry by hand: neither is dropped without a word. */
function checkUsed(shares: readonly Share[], { fee, memo }: { fee: bigint; memo: string | undefined }): void {
  const has = (...kinds: readonly Share['kind'][]) => shares.some(({ kind }) => kinds.includes(kind));
  if (fee > 0n && !has('sale', 'client')) {
    throw fault('/fee_amount', 'not_used', 'Leave it out, or name the sales that are paid in full.');
  }
  if (memo !== undefined && !has('account')) throw fault('/memo', 'not_used', 'Leave it out, or name an `account_id`.');
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
