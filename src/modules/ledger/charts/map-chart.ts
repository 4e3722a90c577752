import { fault } from '../../../operation/fault.ts';
import { type Account, accountCodeTaken } from '../accounts/account.ts';
import { type AccountType, systemRoleOf } from '../accounts/chart.ts';
import { classOf } from '../chart-position.ts';
import type { ChartAccount } from './charts.ts';

type Renamed = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly englishName: string | null;
  readonly type: AccountType;
};

export type Mapping = {
  /** Those whose code or name changes. */
  readonly renamed: readonly Renamed[];
  /** Those that neither the new chart nor the caller says anything about. */
  readonly kept: readonly Account[];
  /** Accounts of the new chart that none of the present ones becomes. */
  readonly created: readonly ChartAccount[];
};

type Chosen = ReadonlyMap<string, string>;
type Asked = {
  readonly before: readonly ChartAccount[];
  readonly after: readonly ChartAccount[];
  readonly chosen: Chosen;
  /** Ids of those with entries, whose type stays. */
  readonly withEntries: ReadonlySet<string>;
};

/** The codes that the caller chose, by the code now. */
export function codesChosen(
  current: readonly Account[],
  codes: readonly { readonly from: string; readonly to: string }[],
): Chosen {
  const chosen = new Map<string, string>();
  for (const [index, { from, to }] of codes.entries()) {
    const pointer = `/codes/${index}/from`;
    const account = current.find(({ code }) => code === from);
    if (account === undefined) throw fault(pointer, 'unknown_account', `No account has the code ${from}.`);
    if (account.system_role !== null) {
      throw fault(pointer, 'system_account', `Account ${from} is a system account: the chart says its code.`);
    }
    if (chosen.has(from)) throw fault(pointer, 'repeated', `The code ${from} is there twice.`);
    chosen.set(from, to);
  }
  return chosen;
}

/**
 * System accounts become those that the service posts the same to, others those that are for the same, unless the
 * caller chose a code. A name that its owner gave stays.
 */
export function mapped(current: readonly Account[], { before, after, chosen, withEntries }: Asked): Mapping {
  const taken = new Set<string>();
  const targets = new Map<string, ChartAccount>();
  const take = (account: Account, target: ChartAccount | undefined) => {
    if (target === undefined || taken.has(target.code) || classOf(target.type) !== account.class) return;
    taken.add(target.code);
    targets.set(account.id, target);
  };
  // Whoever is sure of a place takes it first.
  for (const account of current) if (account.system_role !== null) take(account, sameRole(account, after));
  for (const account of current) if (chosen.has(account.code)) take(account, atCode(chosen.get(account.code), after));
  for (const account of current) {
    if (!targets.has(account.id) && !chosen.has(account.code)) take(account, sameMeaning(account, before, after));
  }
  const codes = new Set(after.map(({ code }) => code));
  const renamed = current.map((account): Renamed => {
    const target = targets.get(account.id);
    const { id, name, english_name: englishName, type } = account;
    if (target !== undefined) {
      const stays = account.system_role !== null || withEntries.has(id);
      return { ...asIn(account, target, before), type: stays ? type : target.type };
    }
    const code = chosen.get(account.code) ?? freeCode(account.code, codes);
    if (codes.has(code)) throw accountCodeTaken({ account_code: code });
    codes.add(code);
    return { id, code, name, englishName, type };
  });
  return {
    renamed: renamed.filter((one, index) => isChanged(one, current[index])),
    kept: current.filter(({ id, code }) => !targets.has(id) && !chosen.has(code)),
    created: after.filter(({ code }) => !taken.has(code)),
  };
}

function sameRole({ system_role: role }: Account, chart: readonly ChartAccount[]): ChartAccount | undefined {
  return chart.find((one) => one.role !== null && systemRoleOf(one.role) === role);
}

function atCode(code: string | undefined, chart: readonly ChartAccount[]): ChartAccount | undefined {
  return chart.find((one) => one.role === null && one.code === code);
}

function sameMeaning(
  account: Account,
  before: readonly ChartAccount[],
  after: readonly ChartAccount[],
): ChartAccount | undefined {
  const meaning = atCode(account.code, before)?.meaning ?? account.english_name ?? account.name;
  return after.find((one) => one.role === null && one.meaning === meaning);
}

function asIn(account: Account, target: ChartAccount, before: readonly ChartAccount[]): Omit<Renamed, 'type'> {
  const { id, code, name, english_name: englishName } = account;
  const origin = sameRole(account, before) ?? before.find((one) => one.code === code);
  const isOwn = origin?.name !== name;
  const names = isOwn ? { name, englishName } : { name: target.name, englishName: target.englishName };
  return { id, code: target.code, ...names };
}

/** The code itself, or with as many noughts as make it free. */
function freeCode(code: string, taken: ReadonlySet<string>): string {
  const lengthMax = 10;
  let free = code;
  while (taken.has(free)) {
    if (free.length === lengthMax) throw accountCodeTaken({ account_code: code });
    free += '0';
  }
  return free;
}

function isChanged({ code, name, englishName, type }: Renamed, account: Account | undefined): boolean {
  return (
    code !== account?.code || name !== account.name || englishName !== account.english_name || type !== account.type
  );
}
