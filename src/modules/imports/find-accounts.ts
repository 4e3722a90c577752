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

export type ChartAccount = FoundAccount & { readonly english_name: string | null; readonly external_id: string | null };

export function chartOf({ once, read }: ImportContext): Promise<readonly ChartAccount[]> {
  const fields = ['id', 'code', 'name', 'english_name', 'type', 'class', 'system_role', 'external_id'];
  return once('accounts', () => allOf<ChartAccount>(read, 'list_accounts', { fields }));
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

/** Says which of the chart is nearest: by name for a word, and for a number by its first digits. */
export function nearestAccount(chart: readonly FoundAccount[], text: string): string {
  const account = /^\d{1,15}$/.test(text) ? nearestCode(chart, text) : nearestName(chart, text);
  return account === undefined ? '' : `The nearest is ${account.code} ${account.name}.`;
}

function nearestName(chart: readonly FoundAccount[], text: string): FoundAccount | undefined {
  const [nearest] = nearestOf(
    text,
    chart.map(({ name }) => name),
    1,
  );
  return chart.find(({ name }) => name === nearest);
}

/** Accounts of one kind begin alike. */
function nearestCode(chart: readonly FoundAccount[], text: string): FoundAccount | undefined {
  const shared = (code: string) => Array.from(code).findIndex((digit, at) => digit !== text[at]);
  const ranked = chart.map((account) => {
    const alike = shared(account.code);
    return {
      account,
      alike: alike === -1 ? account.code.length : alike,
      apart: Math.abs(Number(account.code) - Number(text)),
    };
  });
  const [nearest] = ranked.toSorted((one, other) => other.alike - one.alike || one.apart - other.apart);
  return nearest?.account;
}
