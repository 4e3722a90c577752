import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { BankRule, bankRules } from './bank-rule.ts';
import { loadRuleRecords, rulesMax } from './known-rules.ts';

const Rules = z.object({ data: z.array(BankRule) });

export const reorderBankRules = operation({
  name: 'reorder_bank_rules',
  summary: 'Reorder bank rules. The first that fits a line wins.',
  guidance: 'Rules that are not named keep their order and come after those that are.',
  http: 'POST /bank-rules/reorder',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  noUndo: 'set_again',
  input: z.strictObject({ ids: z.array(Id('bank_rule')).min(1).max(rulesMax).describe('In the order to come.') }),
  output: Rules,
  refuses: [notFound, validationFailed],
  emits: [bankRules.events.updated],
  async run(context, { ids }) {
    const { db, organization } = context;
    // Two orders at once come one after the other.
    db.later(sql`
      select id from bank_rules where organization_id = ${organization} order by id for no key update`);
    const current = await loadRuleRecords(context);
    const byId = new Map(current.map((rule) => [rule.id, rule]));
    const lost = ids.findIndex((id) => !byId.has(id));
    if (lost !== -1) throw missing(`/ids/${lost}`, 'active bank rule');
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (twice !== -1) throw fault(`/ids/${twice}`, 'twice', 'Name each rule once.');
    context.before(encoderOf(Rules)({ data: current }));
    const named = new Set(ids);
    const order = [...ids, ...current.map(({ id }) => id).filter((id) => !named.has(id))];
    const moved = order.flatMap((id, index) =>
      byId.get(id)?.position === index + 1 ? [] : [{ id, place: index + 1 }],
    );
    db.later(sql`
      update bank_rules set position = moved.place, version = version + 1, updated_at = ${context.now}
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (id uuid, place int)
      where bank_rules.organization_id = ${organization} and bank_rules.id = moved.id`);
    const data = await loadRuleRecords(context);
    const isMoved = new Set(moved.map(({ id }) => id));
    for (const rule of data) if (isMoved.has(rule.id)) context.emit(bankRules.events.updated(rule as never));
    return { data };
  },
});
