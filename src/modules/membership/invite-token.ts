import { z } from 'zod';

const tokenMax = 200;

/** What stands in the link of an invite. What is none is unknown, as one that has ended is. */
export const InviteToken = z.string().min(1).max(tokenMax);
