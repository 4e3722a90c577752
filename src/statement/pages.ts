import type { Statement } from './model.ts';
import type { Problems } from './problem.ts';

/**
 * Banks send a long statement in pages, each with its lines and interim balances in between: they are one statement,
 * from the opening balance of the first page to the closing one of the last.
 */
export function joinPages(statements: readonly Statement[], problems: Problems): readonly Statement[] {
  const joined: Statement[] = [];
  for (const page of statements) {
    const before = joined.at(-1);
    if (before !== undefined && isNextPage(before, page)) joined[joined.length - 1] = together(before, page);
    else joined.push(page);
  }
  for (const one of joined) {
    if (one.kind !== 'final' || one.opening === null || one.closing !== null || !pagedFormats.has(one.format)) continue;
    const name = one.number ?? one.id ?? '';
    const message = `statement ${name} has no closing balance: it is cut off, or a page is missing`;
    problems.add({ weight: 'warning', code: 'closing_missing', message, place: one.lines.at(-1)?.place ?? '' });
  }
  return joined;
}

const pagedFormats = new Set(['camt053', 'mt940']);

function isNextPage(before: Statement, page: Statement): boolean {
  const isSameAccount =
    (before.account.iban ?? before.account.number) === (page.account.iban ?? page.account.number) &&
    before.account.currency === page.account.currency;
  const isSameStatement = before.number === page.number && (before.number !== null || before.id === page.id);
  return (
    isSameAccount &&
    isSameStatement &&
    before.format === page.format &&
    before.closing === null &&
    page.opening === null
  );
}

function together(before: Statement, page: Statement): Statement {
  const shift = before.lines.length;
  const lines = [...before.lines, ...page.lines.map((line, index) => ({ ...line, position: shift + index + 1 }))];
  return {
    ...before,
    to: page.to ?? before.to,
    closing: page.closing,
    available: page.available ?? before.available,
    lines,
  };
}
