import type { Samples } from './make.ts';

export const searchSamples: Samples = {
  search: ({ ids }) => ({ q: ids['client'] }),
};
