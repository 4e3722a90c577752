import { publishAll } from '../../../src/doors/webhooks/publisher.ts';
import { type Fill, firstOf } from './fill.ts';

export const fillEvents: Fill = async (hands) => {
  while (await publishAll(hands.service.app.runtime)) continue;
  return { event: await firstOf(hands, 'list_events'), job: await firstOf(hands, 'list_jobs') };
};
