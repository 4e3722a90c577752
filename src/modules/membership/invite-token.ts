import { z } from 'zod';

const tokenMax = 200;

/** Token of an invite link. A malformed one is unknown, like one that has ended. */
export const InviteToken = z.string().min(1).max(tokenMax);
