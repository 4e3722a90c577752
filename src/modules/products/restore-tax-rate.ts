import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { lockTaxRate, readTaxRate, TaxRate, taxRateRestored } from './tax-rate.ts';

export const restoreTaxRate = operation({
  name: 'restore_tax_rate',
  summary: 'Restore an archived tax rate.',
  http: 'POST /tax-rates/{id}/restore',
  effect: 'write',
  permission: 'taxes:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_tax_rate'),
  input: z.strictObject({ id: Id('tax_rate'), version: Version.optional() }),
  output: TaxRate,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [taxRateRestored],
  async run(context, { id, version }) {
    const { db, organization, actor, now } = context;
    const current = await lockTaxRate(context, id, version);
    if (current.status === 'active') throw invalidStateTransition({ status: 'active', allowed: ['archive_tax_rate'] });
    context.before(encoderOf(TaxRate)(current));
    db.later(sql`
      update tax_rates set archived_at = null, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const restored = await readTaxRate(context, id);
    context.emit(taxRateRestored(restored));
    return restored;
  },
});
