import { useState } from 'preact/hooks';
import { changed } from '../../api/cache.ts';
import { call, Refused } from '../../api/call.ts';
import { useMay } from '../../app/me.ts';
import { said } from '../../kit/said.ts';
import { say } from '../../kit/toast.tsx';
import { filled, words } from '../../words/index.ts';
import { matchChanges } from './matching.ts';

type Answer = { readonly looked_at: number; readonly matched: readonly object[]; readonly next_after: string | null };

/** Matches every line of a bank account that is certain, some at a time, and says how many it was. */
export function MatchAll({ account }: { readonly account: string }) {
  const w = words.value.matching;
  const may = useMay()('bank:write');
  const [seen, setSeen] = useState<number>();
  if (!may) return null;
  const run = async () => {
    let lookedAt = 0;
    let matched = 0;
    let after: string | null | undefined;
    setSeen(0);
    try {
      do {
        const body = after === undefined || after === null ? {} : { after };
        const answer: Answer = await call(`bank-accounts/${account}/match-lines`, { method: 'POST', body });
        lookedAt += answer.looked_at;
        matched += answer.matched.length;
        after = answer.next_after;
        setSeen(lookedAt);
      } while (after !== null);
      say(filled(w.matchedCount, { matched, left: lookedAt - matched }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    } finally {
      setSeen(undefined);
      changed(...matchChanges);
    }
  };
  return (
    <button type="button" disabled={seen !== undefined} onClick={() => void run()}>
      {seen === undefined ? w.matchAll : filled(w.looking, { n: seen })}
    </button>
  );
}
