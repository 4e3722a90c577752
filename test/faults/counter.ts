import { randomUUID } from 'node:crypto';
import type { Wire } from '../support/world.ts';

/** An answer as HTTP gives it; `status` 0 where there was none. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Wire };

export type Asking = {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

/** Asks once. A lost connection and a timeout are answers here, because that is what callers meet. */
export async function ask(url: string, route: string, body?: object, asking: Asking = {}): Promise<Answer> {
  const { token, key, headers = {}, timeoutMs = 30_000 } = asking;
  const [method = 'GET', path = ''] = route.split(' ');
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { status: 0, headers: new Headers(), body: error };
  }
}

/** Asks and takes nothing but success. */
export async function must(url: string, route: string, body?: object, asking: Asking = {}): Promise<Wire> {
  const answer = await ask(url, route, body, { key: randomUUID(), ...asking });
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body)} ${String(answer.body)}`);
  }
  return answer.body;
}

/** A business that is ready to sell. */
export type Counter = {
  readonly token: string;
  readonly refreshToken: string;
  readonly organizationId: string;
  readonly email: string;
  readonly client: string;
  readonly variants: readonly string[];
};

export const password = 'correct horse battery staple';

/** Registers a business with a client and so many goods, of each of which there is plenty. */
export async function openCounter(url: string, { goods = 3, stock = '100000' } = {}): Promise<Counter> {
  const email = `${randomUUID()}@example.com`;
  const organization = { name: 'Corner Shop', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const tokens = await must(url, 'POST /api/auth/register', { email, password, name: 'Ana', organization });
  const token = tokens.access_token;
  const client = await must(url, 'POST /api/clients', { type: 'individual', display_name: 'Regular' }, { token });
  const variants: string[] = [];
  for (let good = 1; good <= goods; good += 1) {
    const product = await must(url, 'POST /api/products', { name: `Good ${good}`, price: `${good}.99` }, { token });
    const listed = await must(url, `GET /api/products/${product.id}/variants`, undefined, { token });
    const variant = listed.data[0].id;
    const receipt = { type: 'purchase_receipt', variant_id: variant, quantity: stock, unit_cost: `0.${good}3` };
    await must(url, 'POST /api/stock/movements', receipt, { token });
    variants.push(variant);
  }
  return {
    token,
    refreshToken: tokens.refresh_token,
    organizationId: tokens.organization_id,
    email,
    client: client.id,
    variants,
  };
}

/** A sale of two or three lines out of stock, half paid by cash and half on account, that says which one it is. */
export function saleOf({ client, variants }: Counter, which: string): object {
  const lines = variants
    .slice(0, 2 + (which.length % 2))
    .map((variant_id, index) => ({ variant_id, quantity: `${1 + index}` }));
  return {
    client_id: client,
    lines,
    payments: [{ method: 'Cash', amount: '1.00' }],
    metadata: { which },
  };
}
