import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { enqueue } from '../../../operation/jobs.ts';
import { expiryJob } from './expiry-job.ts';
import { activeAmong, type Hold, letGo } from './holds.ts';
import { reservationExpired } from './reservation.ts';

const expiredMax = 200;

export const expireStockReservations = operation({
  name: 'expire_stock_reservations',
  summary: 'Expire overdue stock reservations, making their stock available. Runs automatically.',
  http: 'POST /stock/reservations/expire',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ limit: z.int().min(1).max(expiredMax).default(expiredMax) }),
  output: z.object({ expired: z.int() }),
  refuses: [],
  emits: [reservationExpired],
  async run(context, { limit }) {
    const due = await dueHolds(context, limit);
    if (due.length === 0) return { expired: 0 };
    const ids = due.map(({ id }) => id);
    const held = await letGo(context, due, { status: 'expired', find: () => activeAmong(context, ids) });
    if (due.length === limit) enqueue(context, { kind: expiryJob, payload: {} });
    return { expired: held.length };
  },
});

function dueHolds({ db, organization, now }: Context, limit: number): Promise<Hold[]> {
  return db.many<Hold>(sql`
    select id, variant_id, location_id, quantity, expires_at from stock_reservations
    where organization_id = ${organization} and status = 'active' and expires_at <= ${now}
    order by expires_at, id limit ${limit}`);
}
