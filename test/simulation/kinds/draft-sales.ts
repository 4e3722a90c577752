import type { Day } from '../business.ts';
import { linesOf, saleOf } from './sell.ts';

/** Drafts are changed, confirmed on a later day, or thrown away. */
export const draftSales: Day = {
  name: 'draft sales',
  weight: 2,
  needs: ['create_sale', 'update_sale', 'confirm_sale', 'delete_sale'],
  run: async (business) => {
    const { dice, kept, attempt, chance } = business;
    const drafts = kept('drafts');
    if (drafts.length === 0 || chance(50)) {
      const draft = await attempt('create_sale', saleOf(business));
      if (draft !== undefined) drafts.push(draft);
      return;
    }
    const [{ id }] = drafts.splice(dice.below(drafts.length), 1) as [{ id: string }];
    if (chance(50)) await attempt('update_sale', { id, lines: linesOf(business) });
    const confirmed = await attempt(chance(80) ? 'confirm_sale' : 'delete_sale', { id });
    if (confirmed?.status === 'confirmed') kept('sales').push(confirmed);
  },
};
