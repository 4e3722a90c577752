import { render } from 'preact';
import { useRead } from './api/cache.ts';
import { listen } from './api/live.ts';
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
  startListening(me.permissions.includes('events:read'));
  home.currency.value = me.organization.base_currency;
  home.locale.value = me.organization.locale;
  home.zone.value = me.organization.timezone;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

let isListening = false;
function startListening(mayListen: boolean): void {
  if (!isListening) listen(mayListen);
  isListening = true;
}

await loadWords();
const before = placeBefore();
// Whoever has just registered is led to the first invoice, once.
const first = query.peek().has('welcome') ? '/welcome' : before;
if (first !== undefined) go(first, { isReplaced: true });
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
