import type { Operation } from '../../operation/operation.ts';
import { getOrganization } from './get-organization.ts';
import { getNumberingSeries } from './get-numbering-series.ts';
import { listNumberingSeries } from './list-numbering-series.ts';
import { listOrganizations } from './list-organizations.ts';
import { updateNumberingSeries } from './update-numbering-series.ts';
import { updateOrganization } from './update-organization.ts';

export const operations: readonly Operation[] = [
  getOrganization,
  updateOrganization,
  listOrganizations,
  listNumberingSeries,
  getNumberingSeries,
  updateNumberingSeries,
];

export { foundOrganization } from './found-organization.ts';
export { isNumbered } from './is-numbered.ts';
export {
  NewOrganization,
  Organization,
  OrganizationPatch,
  OrganizationSummary,
  type OrganizationValue,
} from './organization.ts';
export { keepNumbers } from './series.ts';
export { type OrganizationSettings, settingsOf } from './settings.ts';
export { organizationOf, readOrganization, setChartOfAccounts, setCostingMethod } from './store.ts';
export { organizationWith } from './update-organization.ts';
