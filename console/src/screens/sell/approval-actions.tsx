import { useMay } from '../../app/me.ts';
import { ActionButton } from '../../kit/action.tsx';
import { words } from '../../words/index.ts';
import type { FullDoc } from './document.ts';

const changes = ['documents', 'records'];

/** Handing a draft in for approval, and what an approver does beside issuing it. */
export function ApprovalActions({ doc: { id, status, version } }: { readonly doc: FullDoc }) {
  const { docs: texts } = words.value.sell;
  const mayIssue = useMay()('documents:issue');
  return (
    <>
      {(status === 'draft' || status === 'rejected') && !mayIssue && (
        <ActionButton
          label={texts.submit}
          path={`documents/${id}/submit`}
          needs="documents:write"
          letter="s"
          warning={texts.submitHint}
          fields={[{ name: 'note', label: texts.submitNote, kind: 'area' }]}
          body={{ version }}
          changes={changes}
          done={texts.submitDone}
          undo={{ path: `documents/${id}/withdraw` }}
          isPrimary
        />
      )}
      {status === 'submitted' && (
        <>
          <ActionButton
            label={texts.reject}
            path={`documents/${id}/reject`}
            needs="documents:issue"
            letter="r"
            fields={[{ name: 'reason', label: texts.rejectReason, kind: 'area', isRequired: true }]}
            body={{ version }}
            changes={changes}
          />
          {!mayIssue && (
            <ActionButton
              label={texts.withdraw}
              path={`documents/${id}/withdraw`}
              needs="documents:write"
              body={{ version }}
              changes={changes}
            />
          )}
        </>
      )}
    </>
  );
}
