import { of, type Samples } from './make.ts';

export const privacySamples: Samples = {
  erase_client: of('create_client', ({ fresh }) => ({ type: 'individual', display_name: fresh('person') })),
};
