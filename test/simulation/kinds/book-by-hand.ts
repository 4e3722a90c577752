import type { Day } from '../business.ts';

/** The owner puts money in, takes some out, and a bookkeeper corrects what was entered. */
export const bookByHand: Day = {
  name: 'book by hand',
  weight: 2,
  needs: ['create_journal_entry', 'reverse_journal_entry', 'list_accounts'],
  run: async ({ dice, amount, chance, kept, attempt }) => {
    const entries = kept('entries');
    if (entries.length > 0 && chance(25)) return attempt('reverse_journal_entry', { id: dice.one(entries).id });
    const sum = amount(100_000);
    const codes = dice.one([
      ['1010', '3000'],
      ['3000', '1000'],
      ['1500', '1010'],
      ['6200', '1010'],
      ['1010', '2500'],
    ]);
    const ids = [];
    for (const code of codes) ids.push((await attempt('list_accounts', { code }))?.data[0]?.id);
    const lines = [
      { account_id: ids[0], debit: sum },
      { account_id: ids[1], credit: chance(90) ? sum : amount(100) },
    ];
    const entry = await attempt('create_journal_entry', { memo: 'By hand', lines, post: chance(80) });
    if (entry !== undefined) entries.push(entry);
    return entry;
  },
};
