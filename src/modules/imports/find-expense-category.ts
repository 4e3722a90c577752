import { nameKey } from '../../core/fold.ts';
import { nearestOf } from '../../core/nearest.ts';
import { allOf, missing } from './find.ts';
import { accountNamed } from './find-accounts.ts';
import type { ImportContext } from './import-context.ts';
import type { Values } from './import-record.ts';

type Category = {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly account_id: string;
  readonly status: string;
};

/**
 * The category of a line of a bill: named, or the one that posts to its account. One that is not there is made where
 * the account is known; a trial makes none, and takes any in its place.
 */
export async function expenseCategoryId(context: ImportContext, { category, account }: Values): Promise<string> {
  const categories = await categoriesOf(context);
  const named =
    category === undefined
      ? undefined
      : (categories.find((one) => one.external_id === category) ??
        categories.find((one) => nameKey(one.name) === nameKey(category)));
  if (named !== undefined) return named.id;
  if (account === undefined) throw unknown(categories, category);
  const { id: accountId, name } = await accountNamed(context, account);
  const posting = categories.find((one) => one.account_id === accountId);
  if (posting !== undefined && category === undefined) return posting.id;
  if (context.isTrial) return (posting ?? categories[0])?.id ?? '';
  const input = { name: category ?? name, account_id: accountId };
  const made = await context.once(`new expense category ${nameKey(input.name)} ${accountId}`, () =>
    context.write('create_expense_category', input),
  );
  return String(made['id']);
}

function categoriesOf({ once, read }: ImportContext): Promise<readonly Category[]> {
  return once('expense categories', async () => {
    const fields = ['id', 'name', 'external_id', 'account_id', 'status'];
    const all = await allOf<Category>(read, 'list_expense_categories', { fields });
    return all.filter(({ status }) => status === 'active');
  });
}

function unknown(categories: readonly Category[], text: string | undefined): Error {
  if (text === undefined) return missing('category', 'Write a category or an account.');
  const [nearest] = nearestOf(
    text,
    categories.map(({ name }) => name),
    1,
  );
  const near = nearest === undefined ? '' : ` The nearest is "${nearest}".`;
  return missing('category', `There is no expense category "${text}".${near} With an account it would be created.`);
}
