import { sqlState } from '../db/sql-state.ts';

/** Message at the terminal for an archive that is not restored, without the database's wording. */
export function explained(error: unknown): string | undefined {
  const { code = '', constraint, table, column } = detailsOf(error);
  const where = [table, column].filter((name) => name !== undefined).join('.');
  const what = where === '' ? 'A record' : `A record of ${where}`;
  if (diskFull.has(code)) {
    return 'No room is left on the disk. Nothing was changed: make room for the archive twice over, and try again.';
  }
  if (notAllowed.has(code)) {
    return (
      'This account may not read the archive, or not write to the folder of DAYBOOK_DATA. ' +
      'Run it as the account of the service.'
    );
  }
  if (code === 'EISDIR') return 'That is a folder. Name the file of the archive, which ends in .zip.';
  if (code === sqlState.insufficientPrivilege) {
    return (
      'The user of DATABASE_URL may not write the tables of Daybook. ' +
      'Let it own them, or restore as the user that owns them.'
    );
  }
  if (code === sqlState.uniqueViolation) {
    const named = constraint === undefined ? '' : ` (${constraint})`;
    return (
      `${what} is here already${named}: the organisation, or another one made from the same archive, left it behind. ` +
      'Nothing was changed. Restore it into an installation that is empty.'
    );
  }
  if (/^(42P01|42703|42883|42P10)$/.test(code)) {
    return (
      'The database is not at the version that this release knows. ' +
      'Run `daybook migrate` with this release, or restore with the release that made the archive.'
    );
  }
  if (/^2[23]/.test(code)) {
    return (
      `${what} does not fit the database${constraint === undefined ? '' : ` (${constraint})`}: ` +
      'the archive was changed, or was made by another release. Nothing was written. ' +
      'Restore it with the release that made it.'
    );
  }
  if (/^(57P0|08|53300)/.test(code) || isLost(code)) {
    return 'The database went away meanwhile. Nothing was changed: see that it runs, and try again.';
  }
  if (/^(55P03|40|57014)/.test(code)) {
    return 'The database was too busy. Nothing was changed: stop the service, or try again when there is less to do.';
  }
  return code === '' || !/^[0-9A-Z]{5}$/.test(code)
    ? undefined
    : `The database refused it (${code}). Nothing was changed. Its own log says more.`;
}

const diskFull: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', sqlState.diskFull, sqlState.outOfMemory]);
const notAllowed: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

function isLost(code: string): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code);
}

type Details = { readonly [Name in 'code' | 'constraint' | 'table' | 'column']?: string };

/** Of an error of the database or of the system, which may be the cause of another one. */
function detailsOf(error: unknown): Details {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') return one as Details;
  }
  return {};
}
