import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { findDomain, SignInDomain, wireDomain } from './domain.ts';
import { domainRemoved } from './events.ts';
import { ownersOnly } from './owners-only.ts';

export const removeSignInDomain = operation({
  name: 'remove_sign_in_domain',
  summary: 'Remove a domain. Members with its addresses sign in with a password or passkey again.',
  guidance: 'Owners only. Open sessions go on until they end.',
  http: 'DELETE /sso/domains/{id}',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'hidden',
  stepUp: true,
  givesRights: true,
  input: z.strictObject({ id: Id('sso_domain') }),
  output: z.object({ id: Id('sso_domain'), removed: z.literal(true) }),
  refuses: [notFound, forbidden],
  emits: [domainRemoved],
  async run(context, { id }) {
    const { db, organization } = context;
    const [, row] = await Promise.all([ownersOnly(context), findDomain(db, organization, id)]);
    context.before(z.encode(SignInDomain, wireDomain(context, row)));
    db.later(sql`delete from sso_domains where domain = ${row.domain} and organization_id = ${organization}`);
    db.later(sql`delete from sso_domain_claims where organization_id = ${organization} and id = ${id}`);
    context.access.forget(organization);
    context.emit(domainRemoved({ id, domain: row.domain }));
    return { id, removed: true as const };
  },
});
