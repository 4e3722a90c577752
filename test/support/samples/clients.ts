import { lifecycle, type Make, of, type Samples } from './make.ts';

const newClient: Make = ({ fresh, ids }) => ({
  type: 'business',
  display_name: fresh('client'),
  notes_internal: fresh('note'),
  tags: [fresh('tag')],
  contacts: [{ name: fresh('contact') }],
  billing_address: { line1: fresh('street'), country: 'DE' },
  group_ids: [ids['cgrp']],
});

const newGroup: Make = ({ fresh }) => ({ name: fresh('group') });

const mergeOfTwo: Make = async (shop, person) => {
  // A survivor of its own: what merges into one client is undone in the reverse order alone.
  const from = await shop.call('create_client', { ...(await newClient(shop, person)) });
  const into = await shop.call('create_client', { ...(await newClient(shop, person)) });
  return { id: from.id, into_id: into.id };
};

export const clientsSamples: Samples = {
  ...lifecycle('client', newClient, { notes_public: 'Pays in cash.' }),
  assign_client: of('create_client', newClient, { assigned_to: null }),
  assign_clients: async (shop, person) => {
    const { id } = await shop.call('create_client', { ...(await newClient(shop, person)) });
    return { client_ids: [id], assigned_to: null };
  },
  merge_client: mergeOfTwo,
  undo_client_merge: async (shop, person) => {
    const { id, into_id } = await mergeOfTwo(shop, person);
    await shop.call('merge_client', { id, into_id });
    return { id };
  },
  delete_client: of('create_client', newClient),
  create_client_group: newGroup,
  update_client_group: of('create_client_group', newGroup, { description: 'Good friends.' }),
  delete_client_group: of('create_client_group', newGroup),
};
