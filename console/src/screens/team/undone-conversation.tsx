import { useState } from 'preact/hooks';
import { ActionButton } from '../../kit/action.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { said } from '../../kit/said.ts';
import { words } from '../../words/index.ts';

type Outcome = {
  readonly id: string;
  readonly action: string;
  readonly outcome: 'taken_back' | 'archived' | 'credited' | 'left';
  readonly code: string | null;
  readonly reason: keyof typeof words.value.team.ai.noUndo | null;
  readonly detail: string | null;
};

/** Takes back all that a conversation wrote, and then shows what became of each write, and why something is left. */
export function UndoneConversation({ id }: { readonly id: string }) {
  const t = words.value.team.ai;
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  return (
    <>
      <ActionButton
        label={t.undoAll}
        path={`mcp/activity/${id}/undo-conversation`}
        changes={[]}
        warning={t.undoHint}
        onDone={(answer) => setOutcomes((answer as { readonly writes: readonly Outcome[] }).writes)}
      />
      {outcomes && (
        <Dialog title={t.undoAll} onClose={() => setOutcomes(undefined)}>
          <ul class="entries">
            {outcomes.map(({ id: line, action, outcome, code, reason, detail }) => (
              <li key={line}>
                <span>{action}</span>
                <b>{t.outcomes[outcome]}</b>
                {outcome === 'left' && (
                  <small class="quiet">
                    {reason === null ? said({ status: 409, code: code ?? '', title: detail ?? '' }) : t.noUndo[reason]}
                  </small>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
