import type { Fill } from './fill.ts';

export const fillClients: Fill = async ({ call, fresh }) => {
  const made = await call('create_client_group', { name: fresh('group') });
  for (const tag of ['tag', 'other tag']) await call('update_client_group', { id: made.id, tags: [fresh(tag)] });
  const group = await call('get_client_group', { id: made.id });
  const client = await call('create_client', {
    type: 'business',
    display_name: fresh('client'),
    group_ids: [group.id],
    contacts: [{ name: fresh('contact'), email: 'kim@example.com' }],
    notes_internal: fresh('note'),
    tags: [fresh('tag')],
  });
  return { group, client, contact: client.contacts[0] };
};
