import type { Operation } from '../../operation/operation.ts';
import { exportDatev } from './datev/export-datev.ts';
import { exportFec } from './fec/export-fec.ts';
import { exportGobd } from './gobd/export-gobd.ts';
import { createAccountantLink } from './links/create-accountant-link.ts';
import { getAccountantBooks } from './links/get-accountant-books.ts';
import { getAccountantFile } from './links/get-accountant-file.ts';
import { listAccountantLinks } from './links/list-accountant-links.ts';
import { openAccountantBooks } from './links/open-accountant-books.ts';
import { revokeAccountantLink } from './links/revoke-accountant-link.ts';
import { exportSaft } from './saft/export-saft.ts';

export { automaticKey, type KeyedTax, taxOfKey, withoutAutomatic } from './datev/datev-key.ts';
export { datevFileName, datevPackage, type DatevPackagePaper } from './datev/datev-papers.ts';

export const operations: readonly Operation[] = [
  exportDatev,
  exportFec,
  exportSaft,
  exportGobd,
  createAccountantLink,
  listAccountantLinks,
  revokeAccountantLink,
  getAccountantBooks,
  openAccountantBooks,
  getAccountantFile,
];
