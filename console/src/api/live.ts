import { changedByOthers } from './cache.ts';
import { hasEnded } from './session.ts';
import { Refused, send } from './call.ts';

type Event = { readonly type: string; readonly object_type: string; readonly object_id: string };

/** Other lists that show a record, by the beginnings of paths; a record's own list follows from its name. */
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  sale: ['clients', 'stock', 'variants', 'documents'],
  payment: ['sales', 'clients', 'documents', 'transactions'],
  refund: ['payments', 'sales', 'clients', 'transactions'],
  invoice: ['documents', 'sales'],
  credit_note: ['documents', 'sales', 'clients'],
  quote: ['documents', 'sales'],
  document: ['sales'],
  expense: ['stock', 'suppliers', 'transactions'],
  supplier_payment: ['expenses', 'suppliers', 'transactions'],
  money_transfer: ['transfers', 'transactions'],
  stock: ['variants', 'products'],
  variant: ['products', 'stock'],
  member: ['auth/me', 'members'],
  role: ['auth/me', 'members'],
  organization: ['auth/me', 'organization'],
};

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('daybook') : undefined;
const gatherMs = 300;
/** Twice as long after each failure, so that a service in trouble is left alone. */
const retryMs = { first: 5_000, longest: 60_000 };
/** For those who see some records only, and are not told of changes. */
const pollMs = 20_000;
let gathered = new Set<string>();

/** Several events of one deed are one reading. */
function take({ object_type: type, object_id: id }: Event): void {
  if (gathered.size === 0) setTimeout(readAgain, gatherMs);
  const list = type.replaceAll('_', '-').replace(/y$/, 'ie');
  for (const start of [`${list}s`, 'reports', `records/${id}`, ...(alsoIn[type] ?? [])]) gathered.add(start);
}

function readAgain(): void {
  const starts = gathered;
  gathered = new Set();
  changedByOthers(...starts);
}

/**
 * Changes by others appear by themselves: one tab listens to the service and tells the others. Where tabs cannot agree
 * on one, which takes a secure address, each listens for itself.
 */
export function listen(): void {
  channel?.addEventListener('message', ({ data }) => take(data as Event));
  const forever = async (): Promise<void> => {
    for (let waitMs = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.longest)) {
      const begunAt = Date.now();
      const isRefused = await follow().catch(
        (error: unknown) => error instanceof Refused && error.problem.status === 403,
      );
      if (isRefused === true) return poll();
      if (Date.now() - begunAt > retryMs.longest) waitMs = retryMs.first;
      const pauseMs = waitMs;
      await new Promise((done) => setTimeout(done, pauseMs));
      // A sign-in that has ended is not tried again by itself.
      await new Promise<void>((done) => {
        const stop = hasEnded.subscribe((ended) => !ended && queueMicrotask(() => (stop(), done())));
      });
      // Changes were missed while the connection was down.
      changedByOthers('');
    }
  };
  void ('locks' in navigator ? navigator.locks.request('daybook-live', forever) : forever());
}

function poll(): void {
  setInterval(() => document.visibilityState === 'visible' && changedByOthers(''), pollMs);
}

async function follow(): Promise<void> {
  const response = await send('events/stream', { isBackground: true });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    text += value ?? '';
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) tell(message);
  }
}

/** Comments keep the connection open; `reset` and `end` are answered by reading anew. */
function tell(message: string): void {
  const data = message.split('\n').find((line) => line.startsWith('data: '));
  if (data === undefined || message.includes('event: ')) return;
  const event = JSON.parse(data.slice('data: '.length)) as Event;
  take(event);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel?.postMessage(event);
}
