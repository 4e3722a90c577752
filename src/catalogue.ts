import { operations as checks } from './modules/checks/index.ts';
import { operations as clients } from './modules/clients/index.ts';
import { operations as connector } from './modules/connector/index.ts';
import { operations as documents } from './modules/documents/index.ts';
import { operations as exchange } from './modules/exchange/index.ts';
import { operations as expenses } from './modules/expenses/index.ts';
import { operations as files } from './modules/files/index.ts';
import { operations as identity } from './modules/identity/index.ts';
import { operations as imports } from './modules/imports/index.ts';
import { operations as ledger } from './modules/ledger/index.ts';
import { operations as onboarding } from './modules/onboarding/index.ts';
import { operations as organization } from './modules/organization/index.ts';
import { operations as payments } from './modules/payments/index.ts';
import { operations as products } from './modules/products/index.ts';
import { operations as reports } from './modules/reports/index.ts';
import { operations as sales } from './modules/sales/index.ts';
import { operations as sending } from './modules/sending/index.ts';
import { operations as stock } from './modules/stock/index.ts';
import { operations as team } from './modules/team/index.ts';
import type { Operation } from './operation/operation.ts';

/** Every operation the service has. REST, MCP, OpenAPI, permissions, docs and the tests are read off this list. */
export const catalogue: readonly Operation[] = [
  ...identity,
  ...onboarding,
  ...organization,
  ...team,
  ...clients,
  ...ledger,
  ...exchange,
  ...products,
  ...stock,
  ...sales,
  ...payments,
  ...documents,
  ...sending,
  ...files,
  ...expenses,
  ...checks,
  ...reports,
  ...imports,
  ...connector,
];
