import { z } from 'zod';
import type { Decimal } from '../../core/decimal.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { fault, missing } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Day, Id, Text, Version } from '../../wire/index.ts';
import { baseAmountFrom } from '../accruals/index.ts';
import { accountChoice, accountsByRole, chosenAccount, post } from '../ledger/index.ts';
import { incomeOfLine } from '../sales/index.ts';
import { assetDisposed, assetPooled, assetRecord, AssetWithParts, partRecord, wireAsset } from './asset.ts';
import { disposalOf } from './asset-postings.ts';
import { lockAsset, partsOf, readAsset, replaceOpenParts, touchAssets } from './asset-store.ts';
import { caughtUp, checkInUse } from './change-value.ts';

const DisposeAsset = z.strictObject({
  id: Id('asset'),
  date: Day.optional().describe('Default: the date of the sale, else today.'),
  sale_id: Id('sale').optional().describe('The sale it went by.'),
  line_id: Id('sale_line').optional().describe('Line of that sale. Default: the only line.'),
  ...accountChoice,
  proceeds: Amount.optional().describe('Without tax, in the base currency. Default: that of the line.'),
  reason: Text(500).optional(),
  version: Version.optional(),
});
type Input = z.output<typeof DisposeAsset>;

export const disposeAsset = operation({
  name: 'dispose_asset',
  summary: 'Dispose of a fixed asset that was sold or scrapped, with the gain or loss.',
  guidance:
    'Record the sale first: its income moves to the gain or loss. Whole months until the date are depreciated. ' +
    'Without proceeds it is scrapped.',
  http: 'POST /assets/{id}/dispose',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneBy('reinstate_asset'),
  input: DisposeAsset,
  output: AssetWithParts,
  refuses: [assetPooled, invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetDisposed],
  async run(context, input) {
    const { id, reason = null, version } = input;
    const stored = await lockAsset(context, id, version);
    checkInUse(stored.row);
    const sold = await proceedsOf(context, input);
    const date = input.date ?? sold.date ?? context.today;
    context.before(wireAsset(assetRecord(context, stored.row)));
    const { caught, postings, caughtAmount, bookValue } = await caughtUp(context, stored, date);
    const roles = await accountsByRole(context);
    const asset = { ...stored.row, posted: stored.row.posted + caughtAmount };
    const entryId = context.newId();
    const memo = `${sold.kind === 'sale' ? 'Sale' : 'Scrapping'} of an asset: ${asset.name}`;
    const entry = disposalOf(asset, roles, {
      date,
      memo,
      event: assetDisposed.type,
      proceeds: sold.proceeds,
      proceedsAccount: sold.account,
      proceedsDimensions: sold.dimensions,
    });
    replaceOpenParts(context, id, caught);
    touchAssets(context, [id], {
      disposed_on: date,
      disposal_kind: sold.kind,
      disposal_entry_id: entryId,
      book_value_disposed: bookValue,
      proceeds: sold.proceeds,
      sale_id: input.sale_id ?? null,
      sale_line_id: sold.lineId,
      dispose_reason: reason,
    });
    post(context, [...postings, { id: entryId, entry }]);
    const [row, parts] = await Promise.all([readAsset(context, id), partsOf(context, id)]);
    const record = assetRecord(context, row);
    context.emit(assetDisposed(record));
    return { ...record, parts: parts.map((part) => partRecord(context, part)) };
  },
});

type Sold = {
  readonly kind: 'sale' | 'scrapping';
  readonly proceeds: bigint;
  readonly account: string | undefined;
  readonly date: string | undefined;
  readonly lineId: string | null;
  readonly dimensions: readonly string[];
};

async function proceedsOf(context: Context, input: Input): Promise<Sold> {
  const { sale_id: saleId, line_id: lineId, account_id, account_code } = input;
  const hasAccount = account_id !== undefined || account_code !== undefined;
  if (saleId !== undefined) {
    if (hasAccount) throw fault('/account_id', 'not_with_a_sale', 'Leave it out: the sale says where its income is.');
    return bySale(context, input, saleId);
  }
  if (lineId !== undefined) throw missing('/line_id', 'line');
  if (isNothing(input.proceeds)) {
    if (hasAccount) throw fault('/proceeds', 'required', 'Write what it was sold for.');
    return { kind: 'scrapping', proceeds: 0n, account: undefined, date: undefined, lineId: null, dimensions: [] };
  }
  const account = await chosenAccount(context, { account_id, account_code });
  if (account.class !== 'revenue') {
    const pointer = account_id === undefined ? '/account_code' : '/account_id';
    throw fault(pointer, 'wrong_account_type', `Account ${account.code} is no account of income.`);
  }
  const proceeds = baseAmountFrom(context, input.proceeds, '/proceeds');
  return { kind: 'sale', proceeds, account: account.id, date: undefined, lineId: null, dimensions: [] };
}

function isNothing(amount: Decimal | undefined): amount is undefined {
  return amount === undefined || amount.units === 0n;
}

async function bySale(context: Context, input: Input, id: string): Promise<Sold> {
  const { db, organization } = context;
  const { row, line, account, income } = await incomeOfLine(context, {
    id,
    lineId: input.line_id,
    pointer: '/sale_id',
  });
  // The sale is locked, so that no other asset takes the same income meanwhile.
  const { taken } = await db.one<{ taken: bigint }>(sql`
    select coalesce(sum(proceeds), 0)::bigint as taken from assets
    where organization_id = ${organization} and sale_line_id = ${line.id} and voided_at is null`);
  const left = income - taken;
  const proceeds = input.proceeds === undefined ? left : baseAmountFrom(context, input.proceeds, '/proceeds');
  if (proceeds > left || left <= 0n) {
    const most = formatMoney(money(left, baseCurrency(context)));
    throw fault('/proceeds', 'too_large', `At most ${most} of the line is left for an asset.`);
  }
  return {
    kind: 'sale',
    proceeds,
    account,
    date: row.sale_date,
    lineId: line.id,
    dimensions: line.dimension_value_ids,
  };
}
