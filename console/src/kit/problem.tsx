import type { Problem } from '../api/call.ts';
import { said } from './said.ts';
import { WayOut } from './way-out.tsx';
import { filled, words } from '../words/index.ts';

/** Shows a refusal with its request id, by which the log of the service has it. */
export function Refusal({ problem }: { readonly problem: Problem | undefined }) {
  const w = words.value;
  if (problem === undefined) return null;
  const text = said(problem);
  const rest = (problem.errors ?? []).map(({ message }) => message).filter((message) => !text.includes(message));
  return (
    <div class="notice bad" role="alert">
      <p>
        {text} <WayOut code={problem.code} />
      </p>
      {rest.length > 0 && (
        <ul>
          {rest.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {problem.request_id && <small>{filled(w.form.requestId, { id: problem.request_id })}</small>}
    </div>
  );
}
