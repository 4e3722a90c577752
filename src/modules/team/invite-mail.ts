import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import { filled, languageOf, messagesOf } from '../../messages/index.ts';
import type { InviteRow, Link } from './invite.ts';

/**
 * Mails the link to the address that it is bound to, and to nobody else: who can read it there has that address.
 * Answers the job.
 */
export function mailInvite(
  context: Context,
  invite: InviteRow,
  { token, inviter }: Link & { inviter: string },
): string {
  const { actor, settings } = context;
  const words = messagesOf(invite.language, 'invitation');
  const language = languageOf(invite.language, 'invitation');
  const organization = oneLine(actor.organization?.name ?? '');
  const url = `${settings.publicUrl}/join/${token}`;
  const day = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: actor.organization?.timezone ?? 'UTC',
  }).format(Date.parse(invite.expires_at));
  const values = { organization, inviter: oneLine(inviter), day };
  const text = [
    words.greeting,
    filled(words.invites, values),
    `${words.look}: ${url}`,
    filled(words.until, values),
    words.ignore,
  ].join('\n\n');
  const payload = { to: invite.email, subject: filled(words.subject, values), text, page: { language, url } };
  return enqueue(context, { kind: 'send_mail', payload, secret: true });
}

/** Names are what people made of them; in a mail, none of them makes a line of its own. */
function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim();
}
