import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { revokeConfined } from '../identity/index.ts';
import { providerRemoved } from './events.ts';
import { ownersOnly } from './owners-only.ts';
import { factsOf, providerOf, restrictDomains, SignInProvider } from './provider.ts';

export const removeSignInProvider = operation({
  name: 'remove_sign_in_provider',
  summary: 'Remove the provider through which members sign in. Ends the sessions that it opened.',
  guidance: 'Owners only. Members sign in with a password or passkey again; who has none asks for a link by e-mail.',
  http: 'DELETE /sso/provider',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'hidden',
  stepUp: true,
  givesRights: true,
  input: z.strictObject({}),
  output: z.object({ revoked_sessions: z.int() }),
  refuses: [notFound, forbidden],
  emits: [providerRemoved],
  async run(context) {
    const { db, organization } = context;
    const [, provider] = await Promise.all([ownersOnly(context), providerOf(db, organization)]);
    if (provider === undefined) throw notFound();
    context.before(z.encode(SignInProvider, factsOf(provider)));
    db.later(sql`delete from sso_links where organization_id = ${organization}`);
    db.later(sql`delete from sso_providers where organization_id = ${organization}`);
    restrictDomains(context, false);
    context.emit(providerRemoved(factsOf(provider)));
    return { revoked_sessions: await revokeConfined(context) };
  },
});
