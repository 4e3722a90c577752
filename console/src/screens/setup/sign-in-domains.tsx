import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { filled, words } from '../../words/index.ts';

export type Domain = {
  readonly id: string;
  readonly domain: string;
  readonly status: string;
  readonly dns: { readonly name: string; readonly value: string };
};

const needs = 'team:manage';
const changes = ['sso'];

/** Domains of the business, each with the DNS record that shows whose it is. */
export function SignInDomains({ of }: { readonly of: readonly Domain[] }) {
  const t = words.value.setup.signIn;
  const domain: Field = { name: 'domain', label: t.domain, placeholder: 'example.com', isRequired: true };
  const add = <ActionButton label={t.add} path="sso/domains" needs={needs} fields={[domain]} changes={changes} />;
  return (
    <Section title={t.domains} action={add}>
      <p class="quiet">{t.domainsHint}</p>
      <ul class="entries">
        {of.map((one) => (
          <li key={one.id}>
            <span>{one.domain}</span>
            <State of={one.status} />
            {one.status !== 'verified' && (
              <small class="quiet">
                {t.record}
                <br />
                <code>{one.dns.name}</code>
                <br />
                <code>{one.dns.value}</code>
              </small>
            )}
            <p class="deeds">
              {one.status !== 'verified' && (
                <ActionButton label={t.verify} path={`sso/domains/${one.id}/verify`} needs={needs} changes={changes} />
              )}
              <ActionButton
                label={t.removeDomain}
                path={`sso/domains/${one.id}`}
                method="DELETE"
                needs={needs}
                warning={filled(t.removeDomainHint, { domain: one.domain })}
                changes={changes}
                isDangerous
              />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
