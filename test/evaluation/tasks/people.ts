import assert from 'node:assert/strict';
import type { Task } from '../task.ts';

export const people: readonly Task[] = [
  {
    say: 'Add Atelier Noord, a business in Antwerp, office@noord.example.',
    do: async ({ use }, { look }) => {
      const client = { type: 'business', display_name: 'Atelier Noord', email: 'office@noord.example' };
      const address = { city: 'Antwerp', country: 'BE' };
      const made = await use('create_client', { ...client, billing_address: address, idempotency_key: 'noord' });
      assert.equal((await look('get_client', { id: made.id })).billing_address.city, 'Antwerp');
    },
  },
  {
    say: 'Café Zoë moved to Hauptstraße 5 in Bonn.',
    do: async ({ find }, { look }) => {
      const address = { line1: 'Hauptstraße 5', city: 'Bonn' };
      await find('update client', { id: 'Café Zoë', billing_address: address });
      assert.equal((await look('get_client', { id: 'Café Zoë' })).billing_address.line1, 'Hauptstraße 5');
    },
  },
  {
    say: 'Send me the statement of account of Hotel Meridian for this year.',
    do: async ({ use }) => {
      const asked = { name: 'client-statement', client_id: 'Hotel Meridian', period: 'this_year' };
      const statement = await use('get_report', asked);
      assert.match(JSON.stringify(statement), /closing/, JSON.stringify(statement));
    },
  },
];
