import { nameKey } from '../../core/fold.ts';
import { nearestOf } from '../../core/nearest.ts';
import { allOf, missing } from './find.ts';
import type { ImportContext } from './import-context.ts';

/** An account of the chart, as files name it: by code or by name. */
export type FoundAccount = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly class: string;
  readonly system_role: string | null;
};

export function chartOf({ once, read }: ImportContext): Promise<readonly FoundAccount[]> {
  const fields = ['id', 'code', 'name', 'type', 'class', 'system_role'];
  return once('accounts', () => allOf<FoundAccount>(read, 'list_accounts', { fields }));
}

/** By its code, or its name; `4400 Erlöse` and `Sales (200)` are read by the code in them. */
export async function accountNamed(context: ImportContext, text: string, field = 'account'): Promise<FoundAccount> {
  // A file names few accounts many times, and looking for what comes near takes long.
  const found = await context.once(`account ${text}`, async () => {
    const chart = await chartOf(context);
    return accountIn(chart, text) ?? `There is no account "${text}". ${nearestAccount(chart, text)}`;
  });
  if (typeof found === 'string') throw missing(field, found);
  return found;
}

export function accountIn(chart: readonly FoundAccount[], text: string): FoundAccount | undefined {
  const code = codeIn(text);
  const [named, ...others] = chart.filter(({ name }) => nameKey(name) === nameKey(text));
  return chart.find((one) => one.code === text || one.code === code) ?? (others.length === 0 ? named : undefined);
}

function codeIn(text: string): string | undefined {
  const [, first, last] = /^(\d{1,10})\s+[-–·]?\s*\D|\((\d{1,10})\)$/.exec(text) ?? [];
  return first ?? last;
}

/** Says which of the chart is nearest, by code for a number and by name for a word. */
export function nearestAccount(chart: readonly FoundAccount[], text: string): string {
  const of = (one: FoundAccount) => (/^\d+$/.test(text) ? one.code : one.name);
  const [nearest] = nearestOf(text, chart.map(of), 1);
  const account = chart.find((one) => of(one) === nearest);
  return account === undefined ? '' : `The nearest is ${account.code} ${account.name}.`;
}
