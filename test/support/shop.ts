import { randomUUID } from 'node:crypto';
import { restRequest } from './rest-request.ts';
import { renewed, type RunningService } from './running-service.ts';
import { fillAccruals } from './shop/accruals.ts';
import { fillAssets } from './shop/assets.ts';
import { fillBank } from './shop/bank.ts';
import { fillClients } from './shop/clients.ts';
import { fillBudgets } from './shop/budgets.ts';
import { fillDimensions } from './shop/dimensions.ts';
import { fillDocuments } from './shop/documents.ts';
import { fillEvents } from './shop/events.ts';
import { fillExpenses } from './shop/expenses.ts';
import { fillFields } from './shop/fields.ts';
import { fillFiles } from './shop/files.ts';
import type { Fill, Made, Shop, ShopActions } from './shop/fill.ts';
import { fillIdentity } from './shop/identity.ts';
import { fillLedger } from './shop/ledger.ts';
import { fillNotifications } from './shop/notifications.ts';
import { fillScheduledPayments } from './shop/scheduled-payments.ts';
import { fillProducts } from './shop/products.ts';
import { fillRevaluations } from './shop/revaluations.ts';
import { fillSales } from './shop/sales.ts';
import { fillStock } from './shop/stock.ts';
import { fillViews } from './shop/views.ts';
import { fillWebhooks } from './shop/webhooks.ts';
import { lastNumber, numberFrom } from './samples/make.ts';
import { operationNamed } from './world.ts';

let marks = 0;

export async function openShop(service: RunningService, mark: string): Promise<Shop> {
  const shop = actionsOf(service, { mark, who: await service.register(`${mark} & Co`) });
  // Goods in layers do all that goods at an average do, and more.
  await shop.call('update_organization', { inventory: { costing_method: 'fifo' } });
  return { ...shop, ids: await idsIn(shop), samples: new Map() };
}

/** JSON of a shop that is opened again over a copy of its database. */
export type KeptShop = Pick<Shop, 'mark' | 'who' | 'ids'> & {
  readonly samples: Record<string, Record<string, unknown>>;
  readonly marks: number;
  readonly numbers: number;
};

export function keptShop({ mark, who, ids, samples }: Shop): KeptShop {
  return { mark, who, ids, samples: Object.fromEntries(samples), marks, numbers: lastNumber() };
}

export async function reopenShop(service: RunningService, kept: KeptShop): Promise<Shop> {
  marks = Math.max(marks, kept.marks);
  numberFrom(kept.numbers);
  const who = await renewed(service, kept.who);
  const samples = new Map(Object.entries(kept.samples));
  return { ...actionsOf(service, { mark: kept.mark, who }), ids: kept.ids, samples };
}

function actionsOf(service: RunningService, { mark, who }: Pick<Shop, 'mark' | 'who'>): ShopActions {
  const fresh = (text: string) => `${mark} ${text} ${(marks += 1)}`;
  const call: Shop['call'] = async (name, input = {}) => {
    const operation = operationNamed(name);
    const headers = operation.effect === 'read' ? {} : { 'idempotency-key': randomUUID() };
    const answer = await service.send({ ...restRequest(operation, { ...input }), token: who.token, headers });
    if (answer.status >= 400) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return { service, who, mark, call, fresh };
}

/** In this order: later fills build on earlier ones. */
const fills: readonly Fill[] = [
  fillIdentity,
  fillClients,
  fillProducts,
  fillLedger,
  fillDimensions,
  fillBudgets,
  fillAccruals,
  fillAssets,
  fillRevaluations,
  fillBank,
  fillStock,
  fillSales,
  fillDocuments,
  fillExpenses,
  fillScheduledPayments,
  fillFiles,
  fillWebhooks,
  fillFields,
  fillViews,
  fillEvents,
  fillNotifications,
];

/** Fills the shop: one of everything, each made by the operation that makes it. */
async function idsIn(hands: ShopActions): Promise<Record<string, string>> {
  let made: Made = {};
  for (const fill of fills) made = { ...made, ...(await fill(hands, made)) };
  return Object.fromEntries(Object.values(made).map(({ id }) => [prefixIn(id), id]));
}

function prefixIn(id: string): string {
  return id.slice(0, id.lastIndexOf('_'));
}
