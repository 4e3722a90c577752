import type { Samples } from './make.ts';

export const closingSamples: Samples = {
  // Of before anything was posted.
  close_month: () => ({ through: '1949-12-31', reason: 'Nothing happened.' }),
};
