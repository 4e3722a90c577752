import { randomUUID } from 'node:crypto';
import type { RunningService, SignedIn } from './running-service.ts';
import type { Wire } from './world.ts';

export type PageFixture = {
  readonly who: SignedIn;
  readonly call: (method: string, path: string, body?: object) => Promise<Wire>;
  /** A quote that was issued, and the path of a link to it. */
  readonly quoted: (more?: object) => Promise<{ quote: Wire; path: string; token: string }>;
};

/** Somebody who sends quotes, and what their clients are sent. */
export async function createPageFixture(service: RunningService, name = 'Nordwind Studio'): Promise<PageFixture> {
  const who = await service.register(name);
  const call: PageFixture['call'] = async (method, path, body) => {
    const headers = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const answer = await service.api(who.token, method, path, body, headers);
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    who,
    call,
    quoted: async (more = {}) => {
      const client = await call('POST', '/clients', { type: 'business', display_name: 'Harbour & Finch' });
      const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
      const draft = { type: 'quote', client_id: client.id, lines, language: 'en', ...more };
      const { id } = await call('POST', '/documents', draft);
      const quote = await call('POST', `/documents/${id}/issue`, {});
      const { url } = await call('POST', `/documents/${id}/share`, {});
      const path = new URL(url).pathname;
      return { quote, path, token: path.slice('/d/'.length) };
    },
  };
}

/** The hidden key of the forms of a page. */
export function keyIn(page: string): string {
  return /name="key" value="([^"]+)"/.exec(page)?.[1] ?? '';
}
