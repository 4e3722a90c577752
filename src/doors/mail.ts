import { z } from 'zod';
import type { JobHandler } from './jobs.ts';
import type { Post } from './post.ts';

const Mail = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });

/** Sends queued mails of the service itself. */
export function mailSender(post: Post): JobHandler {
  return async ({ id, payload }) => {
    const { to, ...rest } = Mail.parse(payload);
    await post.hand(id, { to: { name: '', address: to }, ...rest });
  };
}
