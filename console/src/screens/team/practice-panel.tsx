import { useRead } from '../../api/cache.ts';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { money, moment } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { useApiNames } from '../../words/api-names.ts';
import { type Preview, PreviewOfWrite } from './approval-preview.tsx';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Step = {
  readonly action: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly number: string | null;
  readonly total: string | null;
  readonly currency: string | null;
  readonly effect: Pick<Preview, 'sentences' | 'journal'>;
};
type Practice = {
  readonly id: string;
  readonly status: string;
  readonly token_name: string;
  readonly writes: number;
  readonly expires_at: string;
  readonly ended_at: string | null;
  readonly ended_by: Stamp | null;
  readonly created_at: string;
  readonly created_by: Stamp;
  readonly steps: readonly Step[];
};

/** The steps of a practice, to do them for real, take some back or drop all. */
export function PracticePanel({ id }: { readonly id: string }) {
  useApiNames();
  const t = words.value.team.ai;
  const { data: one, problem } = useRead<Practice>(`mcp/practices/${id}`);
  const isOpen = one?.status === 'running' || one?.status === 'expired';
  return (
    <Panel
      eyebrow={t.practice}
      title={one?.token_name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        isOpen && (
          <>
            {one.writes > 0 && one.status === 'running' && (
              <ActionButton
                label={t.promote}
                path={`mcp/practices/${id}/promote`}
                warning={t.promoteHint}
                changes={['']}
                isPrimary
              />
            )}
            {one.writes > 0 && one.status === 'running' && (
              <ActionButton
                label={t.rewind}
                path={`mcp/practices/${id}/rewind`}
                fields={[{ name: 'keep', label: t.keep, kind: 'whole', isRequired: true, isWide: true }]}
                start={{ keep: one.writes - 1 }}
                changes={['mcp/practices']}
              />
            )}
            <ActionButton
              label={t.endPractice}
              path={`mcp/practices/${id}/end`}
              warning={t.endPracticeHint}
              changes={['mcp/practices']}
              isDangerous
            />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [t.status, <State key="state" of={one.status} />],
              [t.steps, String(one.writes)],
              [t.startedBy, stampName(one.created_by)],
              [t.when, moment(one.created_at)],
              [t.until, isOpen && moment(one.expires_at)],
              [t.endedBy, one.ended_by && `${stampName(one.ended_by)}, ${moment(one.ended_at ?? one.created_at)}`],
            ]}
          />
          <PreviewOfWrite of={previewOf(one.steps)} />
        </>
      )}
    </Panel>
  );
}

/** Each step with what it made and does, and the entries of all of them. */
function previewOf(steps: readonly Step[]): Preview {
  return {
    sentences: [],
    steps: steps.map(({ action, arguments: given, number, total, currency, effect }) => ({
      action,
      sentences: effect.sentences,
      asked: [],
      about: [nameIn(given), number, total !== null && currency !== null && money(total, currency)]
        .filter(Boolean)
        .join(' · '),
    })),
    journal: steps.flatMap(({ effect }) => effect.journal ?? []),
  };
}

/** Name of the record that a step makes or changes, where its arguments have one. */
function nameIn(given: Step['arguments']): string | undefined {
  const said = ['display_name', 'name', 'title'].map((field) => given[field]);
  return said.find((value) => typeof value === 'string');
}
