/** What whoever watches a service of the tests presents. */
export const metricsToken = 'readers-of-figures';
