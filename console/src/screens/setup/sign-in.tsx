import { useRead } from '../../api/cache.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { type Fact, Facts } from '../../kit/facts.tsx';
import { Waiting } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { namesOf, type Role, useRoles } from '../team/member.ts';
import { type Domain, SignInDomains } from './sign-in-domains.tsx';
import { completed, fieldsOf, type Provider, startOf } from './sign-in-fields.ts';

type SignIn = {
  readonly provider: Provider | null;
  readonly redirect_uri: string;
  readonly domains: readonly Domain[];
};

const path = 'sso';
const needs = 'team:manage';
const changes = [path];

/** How members sign in through a provider of the business, and which domains are its own. */
export function SignInSettings() {
  const { setup, form } = words.value;
  const t = setup.signIn;
  const roles = useRoles();
  const { data } = useRead<SignIn>(path);
  const provider = data?.provider;
  return (
    <FormPage title={setup.parts['sign-in'].title} back={{ href: '/settings', label: setup.title }}>
      <p class="quiet">{t.lead}</p>
      {data === undefined && <Waiting lines={6} />}
      {data !== undefined && (
        <Facts
          of={[
            [t.redirect, <code key="redirect">{data.redirect_uri}</code>],
            ...(provider ? factsOf(provider, roles, form) : []),
          ]}
        />
      )}
      {provider === null && <p class="notice">{t.none}</p>}
      <p class="deeds">
        <ActionButton
          label={provider ? t.change : t.set}
          path="sso/provider"
          method="PUT"
          needs={needs}
          fields={fieldsOf(roles, provider !== null)}
          start={startOf(provider)}
          complete={completed}
          changes={changes}
          isPrimary={!provider}
        />
        {provider && (
          <ActionButton
            label={t.remove}
            path="sso/provider"
            method="DELETE"
            needs={needs}
            warning={t.removeHint}
            changes={changes}
            isDangerous
          />
        )}
      </p>
      <SignInDomains of={data?.domains ?? []} />
    </FormPage>
  );
}

type YesNo = { readonly yes: string };

function factsOf(provider: Provider, roles: readonly Role[], { yes }: YesNo): readonly Fact[] {
  const t = words.value.setup.signIn;
  const { issuer, client_id: client, default_role_id: usual, role_claim: claim } = provider;
  const mapped = provider.role_map.map(({ value, role_ids }): Fact => [value, namesOf(roles, role_ids)]);
  return [
    [t.issuer, <code key="issuer">{issuer}</code>],
    [t.clientId, <code key="client">{client}</code>],
    [t.newcomers, provider.just_in_time && yes],
    [t.only, provider.sso_only && yes],
    [t.role, usual && namesOf(roles, [usual])],
    [t.claim, claim],
    ...(claim === null ? [] : mapped),
  ];
}
