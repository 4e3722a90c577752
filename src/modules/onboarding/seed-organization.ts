import type { z } from 'zod';
import type { Context } from '../../operation/operation.ts';
import type { ActorOrganization } from '../../operation/actor.ts';
import { seedChecks } from '../checks/index.ts';
import { seedCategories } from '../expenses/index.ts';
import { seedAccounts } from '../ledger/index.ts';
import { seedOverdue } from '../reminders/index.ts';
import { foundOrganization, type NewOrganization } from '../organization/index.ts';
import { seedMethods } from '../payments/index.ts';
import { seedTaxRates } from '../products/index.ts';
import { seedLocation } from '../stock/index.ts';
import { type Membership, membershipOf, seedTeam } from '../team/index.ts';

type Asked = z.output<typeof NewOrganization>;

/** Steps of setting up an organisation, each after those that it builds on. */
const steps: readonly ((context: Context, asked: Asked) => Promise<void>)[] = [
  (context, { chart_of_accounts: chart }) => seedAccounts(context, chart),
  (context, { chart_of_accounts: chart }) => seedTaxRates(context, chart),
  seedLocation,
  seedMethods,
  (context, { chart_of_accounts: chart }) => seedCategories(context, chart),
  seedChecks,
  seedOverdue,
];

type Founder = { readonly userId: string; readonly name: string };

/**
 * Founds an organisation with its team, numbering and whatever else modules seed, and goes on in it as its owner, with
 * the credential that the caller came with.
 */
export async function seedOrganization(context: Context, founder: Founder, input: Asked): Promise<Membership> {
  const { userId } = founder;
  const [organizationId, memberId] = [context.newId(), context.newId()];
  const organization: ActorOrganization = {
    id: organizationId,
    name: input.name,
    baseCurrency: input.base_currency,
    timezone: input.timezone,
    locale: input.locale,
  };
  const { credentialId } = context.actor;
  context.enter({
    kind: 'user',
    userId,
    memberId,
    credentialId,
    name: founder.name,
    organization,
    permissions: new Set(),
  });
  foundOrganization(context, input);
  seedTeam(context, { memberId, userId });
  const membership = await membershipOf(context.db, { user: userId, organization: organizationId, now: context.now });
  if (membership === undefined) throw new Error('the founder of an organisation is not its member');
  context.enter({ ...context.actor, permissions: membership.permissions });
  for (const step of steps) await step(context, input);
  return membership;
}
