import { options, render } from 'preact';
import { changed, useRead } from './api/cache.ts';
import { listen } from './api/live.ts';
import { isCut } from './api/reach.ts';
import { resend } from './api/resend.ts';
import { placeBefore, signIn } from './api/session.ts';
import type { Me } from './api/types.ts';
import { Outlet } from './app/outlet.tsx';
import { go, query } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import { Trouble } from './kit/states.tsx';
import { home } from './kit/values.ts';
import { language, loadWords } from './words/index.ts';

function App() {
  document.documentElement.lang = language.value;
  const { data: me, problem } = useRead<Me>('auth/me');
  if (me === undefined) {
    if (problem?.status === 401) signIn();
    else if (problem !== undefined) return <Trouble problem={problem} again={() => location.reload()} />;
    return null;
  }
  start(me);
  home.currency.value = me.organization.base_currency;
  home.locale.value = me.organization.locale;
  home.zone.value = me.organization.timezone;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

let isStarted = false;
/** Once it is known who looks at what. */
function start({ user, organization }: Me): void {
  if (isStarted) return;
  isStarted = true;
  void resend(`${user.id} ${organization.id}`);
  listen();
  // Changes were missed while the service did not answer.
  let wasCut = isCut.peek();
  isCut.subscribe((is) => {
    if (wasCut && !is) changed('');
    wasCut = is;
  });
}

// What a part does once it is drawn is done before it is seen: it asks for its data a frame earlier, and a screen that
// has all of it already is shown at once.
options.requestAnimationFrame = queueMicrotask;
await loadWords();
const before = placeBefore();
// Whoever has just registered is led to the first invoice, once.
const first = query.peek().has('welcome') ? '/welcome' : before;
if (first !== undefined) go(first, { isReplaced: true });
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
