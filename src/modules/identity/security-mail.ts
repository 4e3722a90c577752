import { z } from 'zod';
import { filled, messagesOf } from '../../messages/index.ts';
import type { Mailed } from '../../operation/events.ts';

const Facts = z.object({ ip: z.string().nullish(), device: z.string().nullish() });

/** Page on which the reader does something about it. */
const pages = { started: '/forgot-password', copied: '/settings/profile' } as const;

/** What a mail about somebody's account says: when, from where, and what to do if it was not them. */
export function securityMail(kind: keyof typeof pages): Mailed {
  return ({ data, at }, { language, timezone, publicUrl }) => {
    const { security } = messagesOf(language, 'notifications');
    const { ip, device } = Facts.parse(data);
    const facts = [
      filled(security.when, { when: momentIn(at, language, timezone) }),
      ...(ip ? [filled(security.where, { where: ip })] : []),
      ...(device ? [filled(security.device, { device })] : []),
    ];
    return [facts.join('\n'), security[kind], `${publicUrl}${pages[kind]}`];
  };
}

function momentIn(at: string, language: string, timeZone: string): string {
  const parts = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZoneName: 'short', timeZone }).format(new Date(at));
}
