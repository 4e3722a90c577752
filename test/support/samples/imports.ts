import { type Make, of, type Samples } from './make.ts';

const newImport: Make = ({ fresh }) => ({ kind: 'clients', content: `name\n${fresh('client')}\n` });

export const importsSamples: Samples = {
  create_import: newImport,
  inspect_import: newImport,
  cancel_import: of('create_import', newImport),
};
