/** A fault of an e-invoice: `pointer` is the field of the document to correct, and `remedy` how. */
export type Finding = {
  /** As the standard, XRechnung or Peppol call it. */
  readonly rule: string;
  /** A warning keeps no e-invoice from being sent. */
  readonly severity: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
  readonly remedy: string;
};

export type Report = (rule: string, finding: Omit<Finding, 'rule' | 'severity'>) => void;
export type Reports = { readonly error: Report; readonly warn: Report };

/** Runs checks that report to one list. */
export function findingsOf(check: (reports: Reports) => void): Finding[] {
  const findings: Finding[] = [];
  const reporter =
    (severity: Finding['severity']): Report =>
    (rule, finding) =>
      void findings.push({ rule, severity, ...finding });
  check({ error: reporter('error'), warn: reporter('warning') });
  return findings;
}
