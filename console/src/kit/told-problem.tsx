import { problemText, useProblemWords } from '../words/problems.ts';

/** What went wrong with work of the service, in the reader's language. */
export function ToldProblem({ of }: { readonly of: string }) {
  useProblemWords();
  return <>{problemText(of)}</>;
}
