import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Secret } from '../../kit/secret.tsx';
import { State } from '../../kit/states.tsx';
import { longDay } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Link = {
  readonly id: string;
  readonly status: string;
  readonly recipient: string;
  readonly from: string;
  readonly to: string;
  readonly expires_at: string;
  readonly times_opened: number;
};

/** Links by which accountants read the books: made, listed and revoked. */
export function AccountantLinks() {
  const t = words.value.team.exports.links;
  const { from, until } = words.value;
  const { data } = useRead<Page<Link>>('accountant-links?limit=20');
  const [url, setUrl] = useState<string>();
  return (
    <Section
      title={t.title}
      action={
        <ActionButton
          label={t.make}
          path="accountant-links"
          needs="data:export"
          fields={[
            { name: 'recipient', label: t.recipient, isRequired: true },
            { name: 'valid_days', label: t.days, kind: 'number' },
            { name: 'from', label: from, kind: 'day' },
            { name: 'to', label: until, kind: 'day' },
          ]}
          start={{ valid_days: '30' }}
          changes={['accountant-links']}
          onDone={(made: object) => setUrl('url' in made ? String(made.url) : undefined)}
        />
      }
    >
      <p class="quiet">{t.hint}</p>
      {data?.data.length === 0 && <p class="quiet">{t.none}</p>}
      <ul class="entries">
        {data?.data.map(({ id, status, recipient, from: first, to, expires_at: ends, times_opened: times }) => (
          <li key={id}>
            <span>
              {recipient} <State of={status} />{' '}
              <small class="quiet">
                {longDay(first)} – {longDay(to)}, {filled(t.until, { day: longDay(ends.slice(0, 10)) })},{' '}
                {filled(t.opened, { n: String(times) })}
              </small>
            </span>
            {status === 'active' && (
              <ActionButton
                label={t.revoke}
                path={`accountant-links/${id}/revoke`}
                needs="data:export"
                changes={['accountant-links']}
                isDangerous
              />
            )}
          </li>
        ))}
      </ul>
      {url !== undefined && <Secret title={t.once} secret={url} onClose={() => setUrl(undefined)} />}
    </Section>
  );
}
