import { givenIn } from '../signed-in/sign-in-sessions.ts';
import { type SignIn, signInPage, signInPolicy } from '../signed-in/sign-in-page.ts';
import type { SignInPage, Page, Visit } from './page.ts';
import { type Registration } from './register-page.ts';

/** `/login`: signing in for its own sake. */
export const loginPage: SignInPage = {
  path: '/login',
  isForStrangers: true,
  show: async (visit) => {
    const query = visit.request.query as Readonly<Record<string, unknown>>;
    const { changed, changedKept } = visit.words.account;
    const notice = query['passkeys'] === 'kept' ? changedKept : changed;
    return page(visit, query['password'] === 'changed' ? { notice } : {});
  },
  stale: (visit, form) => page(visit, { email: givenIn(form).email, fault: { kind: 'ended' } }),
  send: async (visit, form) => {
    const { context, request } = visit;
    const given = givenIn(form);
    const signedIn = await context.sessions.signIn(given, request);
    if ('cookies' in signedIn) return { goTo: '/', cookies: signedIn.cookies };
    const { fault } = signedIn;
    return { ...(await page(visit, { email: given.email, fault })), status: fault.kind === 'wait' ? 429 : 422 };
  },
};

async function page(visit: Visit, more: Pick<SignIn, 'email' | 'fault' | 'notice'>): Promise<Page> {
  const { words, key, context } = visit;
  const { open: mayRegister } = await visit.call<Registration>('get_registration');
  const { base, takesPasskeys } = context;
  const text = signInPage({ key, words, base, place: '/', takesPasskeys, mayRegister, ...more });
  return { text, policy: signInPolicy(takesPasskeys) };
}
