/** The version of the contract: what fields and events look like. */
export const apiVersion = '2026-11-01';
