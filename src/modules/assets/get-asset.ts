import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { assetRecord, AssetWithParts, partRecord } from './asset.ts';
import { partsOf, readAsset } from './asset-store.ts';

export const getAsset = operation({
  name: 'get_asset',
  summary: 'Get one fixed asset with its depreciation plan and what was posted of it.',
  http: 'GET /assets/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('asset'), fields: fieldsInput(AssetWithParts).optional() }),
  output: AssetWithParts,
  refuses: [notFound],
  async run(context, { id }) {
    const [row, parts] = await Promise.all([readAsset(context, id), partsOf(context, id)]);
    return { ...assetRecord(context, row), parts: parts.map((part) => partRecord(context, part)) };
  },
});
