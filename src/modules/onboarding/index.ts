import type { Operation } from '../../operation/operation.ts';
import { changeChartOfAccounts } from './change-chart-of-accounts.ts';
import { createOrganization } from './create-organization.ts';
import { getOrganizationReadiness } from './get-organization-readiness.ts';
import { getRegistration } from './get-registration.ts';
import { register } from './register.ts';

export const operations: readonly Operation[] = [
  register,
  getRegistration,
  createOrganization,
  changeChartOfAccounts,
  getOrganizationReadiness,
];
