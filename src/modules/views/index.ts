import type { Operation } from '../../operation/operation.ts';
import { createSavedFilter } from './create-saved-filter.ts';
import { deleteSavedFilter } from './delete-saved-filter.ts';
import { getSavedFilter } from './get-saved-filter.ts';
import { listSavedFilters } from './list-saved-filters.ts';
import { updateSavedFilter } from './update-saved-filter.ts';

export const operations: readonly Operation[] = [
  createSavedFilter,
  listSavedFilters,
  getSavedFilter,
  updateSavedFilter,
  deleteSavedFilter,
];

export { getSavedFilter, listSavedFilters };
export { registerLists, takesView } from './lists.ts';
