import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import { clientMetadata } from './client-metadata.ts';

const timeoutMs = 5_000;
const documentMaxBytes = 10_000;

/**
 * Fetches what a client publishes of itself where its id leads to, and hands on what we would have kept had it
 * registered: the same rules hold for both.
 */
export function documentFetch(fetch: GuardedFetch): (url: URL | string) => Promise<Response> {
  return async (url) => {
    const answer = await fetch(String(url), {
      timeoutMs,
      responseMaxBytes: documentMaxBytes,
      headers: { accept: 'application/json' },
    });
    if (answer.status !== 200 || !answer.isWhole) throw new Error(`the document answered ${answer.status}`);
    const document: unknown = JSON.parse(answer.body.toString());
    const id = typeof document === 'object' && document !== null && 'client_id' in document ? document.client_id : null;
    const lasts = answer.headers['cache-control'];
    return Response.json(
      { client_id: id, ...clientMetadata(document) },
      { headers: lasts === undefined ? {} : { 'cache-control': lasts } },
    );
  };
}
