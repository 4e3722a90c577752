import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { listDay } from '../../kit/values.ts';
import { counted, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';

type Mail = {
  readonly id: string;
  readonly recipient: string;
  readonly status: string;
  readonly queued_at: string;
  readonly response: string | null;
};
type Share = {
  readonly id: string;
  readonly status: string;
  readonly recipient: string | null;
  readonly created_at: string;
  readonly viewed_at: string | null;
};

/** To whom a document went, and who has looked at it. */
export function DocumentReach({ id }: { readonly id: string }) {
  const { docs: texts, paid } = words.value.sell;
  const mails = useRead<Page<Mail>>(`document-mails?document_id=${id}&limit=20`).data?.data ?? [];
  const shares = useRead<Page<Share>>(`document-shares?document_id=${id}&limit=20`).data?.data ?? [];
  if (mails.length + shares.length === 0) return null;
  return (
    <details class="reach">
      <summary>{counted(texts.reach, mails.length)}</summary>
      {mails.map((mail) => (
        <div key={mail.id} class="row-link">
          <span>
            {mail.recipient} <span class="quiet">{listDay(mail.queued_at)}</span>
            {mail.response !== null && mail.status !== 'sent' && (
              <small class="bad">
                <ToldProblem of={mail.response} />
              </small>
            )}
          </span>
          <span class="ends">
            <State of={mail.status} />
            {mail.status === 'sent' && (
              <ActionButton
                label={texts.bounced}
                path={`document-mails/${mail.id}/bounce`}
                needs="documents:write"
                fields={[{ name: 'reason', label: paid.reason, isRequired: true, isWide: true }]}
                changes={['document-mails', 'documents', 'records']}
              />
            )}
          </span>
        </div>
      ))}
      {shares.map((share) => (
        <div key={share.id} class="row-link">
          <span>
            {share.recipient ?? texts.anybody} <span class="quiet">{listDay(share.created_at)}</span>
          </span>
          <span class="ends">
            {share.viewed_at !== null && <span class="quiet">{texts.viewed}</span>}
            <State of={share.status} />
            {share.status === 'active' && (
              <ActionButton
                label={texts.revoke}
                path={`document-shares/${share.id}/revoke`}
                needs="documents:write"
                changes={['document-shares']}
              />
            )}
          </span>
        </div>
      ))}
    </details>
  );
}
