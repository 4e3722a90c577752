import { signal } from '@preact/signals';
import { say } from '../kit/toast.tsx';
import { filled, words } from '../words/index.ts';
import { changed } from './cache.ts';
import { Refused, send } from './call.ts';
import { put, takeUp, type Unsent } from './unsent.ts';

/** The key of what was last sent without its form, which may be open again with what was typed. */
export const sentLater = signal('');

/** Sends what an earlier page could not, in the order in which it was made. */
export async function resend(of: string): Promise<void> {
  for (const change of takeUp(of)) {
    if (change.problem === undefined) await sendLate(change);
  }
}

async function sendLate(change: Unsent): Promise<void> {
  const { path, method, body, key, title } = change;
  try {
    await send(path, { method, body, key, title });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Called off, which says nothing more; or it waits for the next sign-in; or it cannot be done as it is.
    if (error.problem.status === 401) put(change);
    else if (error.problem.status !== 0) put({ ...change, problem: error.problem });
    return;
  }
  sentLater.value = key;
  changed('');
  say(filled(words.value.unsent.sent, { title }));
}
