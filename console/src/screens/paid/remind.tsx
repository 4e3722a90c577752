import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';
import { problemText, useProblemWords } from '../../words/problems.ts';

type Recipient = { readonly email: string; readonly name?: string | null };
type Reminders = {
  readonly hold: 'none' | 'paused' | 'disputed';
  readonly reason: string | null;
  readonly next: {
    readonly recipients: readonly (Recipient | string)[];
    readonly subject: string;
    readonly message: string;
    readonly problem: string | null;
  } | null;
};

const changes = ['documents', 'reminders', 'late-fees', 'records', 'clients'];

/** Shows the reminder as it would be sent, and sends it as it was left. */
export function RemindAction({ id, isFirst = false }: { readonly id: string; readonly isFirst?: boolean }) {
  const { owed: texts } = words.value.sell;
  const may = useMay();
  const { data } = useRead<Reminders>(may('documents:read') ? `documents/${id}/reminders` : undefined);
  const next = data?.next;
  useProblemWords((next?.problem ?? null) !== null);
  const to = (next?.recipients ?? []).map((one) => (typeof one === 'string' ? one : one.email)).join(', ');
  return (
    <ActionButton
      label={texts.remind}
      path={`documents/${id}/remind`}
      needs="documents:write"
      {...(isFirst && { letter: 'r' })}
      {...(next?.problem && { warning: problemText(next.problem) })}
      fields={mailFields()}
      start={{ to: to === '' ? [] : to.split(', '), subject: next?.subject, message: next?.message, attach_pdf: true }}
      complete={withRecipients}
      changes={changes}
      done={texts.reminded}
    />
  );
}

/** A mail with a document, as it can be written before it is sent. */
export function mailFields(): readonly Field[] {
  const { owed: texts } = words.value.sell;
  return [
    { name: 'to', label: texts.to, kind: 'tags', isWide: true, hint: texts.toHint },
    { name: 'subject', label: texts.subject, isWide: true, hint: texts.usual },
    { name: 'message', label: texts.message, kind: 'area' },
    { name: 'attach_pdf', label: texts.attach, kind: 'yes', isWide: true },
  ];
}

/** Addresses as the service takes them; none asks for those that the client has. */
export function withRecipients({ to, ...rest }: Record<string, unknown>): object {
  const emails = Array.isArray(to) ? (to as readonly string[]) : [];
  return { ...rest, ...(emails.length > 0 && { to: emails.map((email) => ({ email })) }) };
}

/** Reminders of one invoice can wait, as long as it is disputed or a promise was made. */
export function HoldAction({ id }: { readonly id: string }) {
  const { owed: texts, paid } = words.value.sell;
  const may = useMay();
  const { data } = useRead<Reminders>(may('documents:read') ? `documents/${id}/reminders` : undefined);
  if (data === undefined) return null;
  return (
    <ActionButton
      label={texts.hold}
      path={`documents/${id}/reminders`}
      method="PUT"
      needs="documents:write"
      fields={[
        {
          name: 'hold',
          label: texts.hold,
          kind: 'choice',
          isRequired: true,
          options: optionsOf(texts.holds),
        },
        { name: 'reason', label: paid.reason, isWide: true },
      ]}
      start={data}
      changes={changes}
    />
  );
}
