import type { Operation } from '../../operation/operation.ts';
import { getOrganization } from './get-organization.ts';
import { listOrganizations } from './list-organizations.ts';
import { updateOrganization } from './update-organization.ts';

export const operations: readonly Operation[] = [getOrganization, updateOrganization, listOrganizations];

export { foundOrganization } from './found-organization.ts';
export { NewOrganization, Organization, OrganizationSummary, type OrganizationValue } from './organization.ts';
export { type OrganizationSettings, settingsOf } from './settings.ts';
export { organizationOf, readOrganization, setCostingMethod } from './store.ts';
