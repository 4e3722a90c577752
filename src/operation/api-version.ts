/** Versions that are spoken, the newest last. */
export const apiVersions = ['2026-11-01'] as const;

/** The version of the contract: what fields and events look like. */
export const apiVersion = apiVersions[0];
