import { randomUUID } from 'node:crypto';
import type { Operation } from '../../src/operation/operation.ts';
import { rightsWithin } from '../../src/modules/team/scope.ts';
import { askedFor, practisedBy } from './asked.ts';
import { restRequest } from './rest-request.ts';
import type { HttpAnswer } from './running-service.ts';
import { fillClients } from './shop/clients.ts';
import { fillDocuments } from './shop/documents.ts';
import { fillExpenses } from './shop/expenses.ts';
import type { Made, Shop } from './shop/fill.ts';
import { fillFiles } from './shop/files.ts';
import { fillSales } from './shop/sales.ts';
import { operationNamed, type Wire } from './world.ts';

/** Work of a member with a scope, marked as theirs, and their view of the rest. */
export type ScopedFixture = Shop & {
  readonly scope: 'all' | 'own' | 'assigned';
  /** Prefixes of the ids of what is theirs and nobody else's. */
  readonly hidden: ReadonlySet<string>;
};

/** True for an operation that a narrow scope withholds, whatever the role. */
export function isWithheld({ permission }: Operation): boolean {
  return rightsWithin('own', [permission]).withheld.size > 0;
}

/** Records shared by all members, whoever created them. */
const shared = /_(client_group|payment_method|expense_category|document_template|product|variant|price_list|tax_rate)$/;
const sharedPrefixes: ReadonlySet<string> = new Set(['cgrp', 'pm', 'je', 'tmpl', 'series', 'xcat', 'job']);

/** A desk with a record of each kind that belongs to somebody, made while its owner saw all. */
export async function deskIn(shop: Shop, mark: string, scope: ScopedFixture['scope']): Promise<ScopedFixture> {
  const { service } = shop;
  const who = await service.colleague(shop.who, 'admin');
  let made = 0;
  const fresh = (text: string) => `${mark} ${text} ${(made += 1)}`;
  const call: Shop['call'] = async (name, input = {}) => {
    const given = JSON.stringify(input).replaceAll(mark, shared.test(name) ? `Feldspat ${mark.slice(0, 3)}` : mark);
    const send = (token: string): Promise<HttpAnswer> => {
      const headers = { 'idempotency-key': randomUUID() };
      return service.send({
        ...restRequest(operationNamed(name), JSON.parse(given) as Record<string, unknown>),
        token,
        headers,
      });
    };
    const first = await send(who.token);
    // A withheld operation is done by another member.
    const answer = first.status === 403 ? await send(shop.who.token) : first;
    if (answer.status >= 400) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const hands = { service, who, mark, call, fresh };
  let own: Made = { account: { id: shop.ids['acct'] }, variant: { id: shop.ids['variant'] } };
  const given = Object.keys(own);
  for (const fill of [fillClients, fillSales, fillDocuments, fillExpenses, fillFiles]) {
    own = { ...own, ...(await fill(hands, own)) };
  }
  const reservation = await call('create_stock_reservation', {
    variant_id: shop.ids['variant'],
    quantity: '1',
    note: fresh('held'),
  });
  const token = await call('create_mcp_token', { name: fresh('assistant'), preset: 'full' });
  own = { ...own, reservation, token, approval: await askedFor(hands), practice: await practisedBy(hands) };
  const ids = Object.entries(own).flatMap(([name, { id }]) =>
    given.includes(name) ? [] : [[id.slice(0, id.lastIndexOf('_')), id] as const],
  );
  const hidden = new Set(ids.map(([prefix]) => prefix).filter((prefix) => !sharedPrefixes.has(prefix)));
  if (scope !== 'all') await narrow(shop, { call, mark, scope, user: who.user });
  return { ...hands, ids: { ...shop.ids, ...Object.fromEntries(ids) }, samples: new Map(), scope, hidden };
}

type Narrowing = Pick<ScopedFixture, 'call' | 'mark' | 'scope'> & { readonly user: string };

async function narrow(shop: Shop, { call, mark, scope, user }: Narrowing): Promise<void> {
  const members: Wire[] = (await shop.call('list_members', { limit: 100 })).data;
  const member = members.find((one) => one.user_id === user);
  if (scope === 'assigned') {
    const { data } = await call('list_clients', { q: mark, limit: 100 });
    const client_ids = (data as Wire[]).map(({ id }) => id);
    await shop.call('assign_clients', { client_ids, assigned_to: member.id });
  }
  await shop.call('update_member', { id: member.id, scope });
}
