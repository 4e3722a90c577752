export { baseAmount, baseCurrency, baseUnitPrice, json, nameKeyOf, plain, readOnly } from './column.ts';
export { getExpandable } from './get-expandable.ts';
export { archiveRecord, deleteRecord, getRecord, listRecords, restoreRecord } from './plain-operations.ts';
export { defineRecord } from './record.ts';
export { namesFromRoot, treeFilters, treeOf, treeSorts } from './tree.ts';
