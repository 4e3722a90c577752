/** Token of the metrics in tests. */
export const metricsToken = 'readers-of-figures';
