import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { homeOf } from '../../app/homes.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { Empty, Waiting } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { useApiNames, writeName } from '../../words/api-names.ts';
import { words } from '../../words/index.ts';
import { UndoneConversation } from './undone-conversation.tsx';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Write = {
  readonly id: string;
  readonly at: string;
  readonly client: string | null;
  readonly action: string;
  readonly target_id: string | null;
  readonly actor: Stamp;
  readonly undo: {
    readonly possible: boolean;
    readonly reason: keyof typeof words.value.team.ai.noUndo | null;
    readonly undone_at: string | null;
  } | null;
};

/** Writes of AI apps, with an undo where one is possible. */
export function AiActivity() {
  const isNamed = useApiNames();
  const t = words.value.team.ai;
  const read = useRead<Page<Write>>('mcp/activity?limit=100').data;
  const data = isNamed ? read : undefined;
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{t.activity}</h1>
        <a class="button" href="/ai">
          {words.value.approvals}
        </a>
        <EditButton
          label={t.rules}
          path="mcp/settings"
          needs="organization:write"
          changes={['mcp/settings']}
          fields={[
            {
              name: 'ask_after',
              label: t.ask,
              kind: 'choice',
              isRequired: true,
              options: optionsOf(t.asks),
              isWide: true,
            },
            { name: 'four_eyes', label: t.fourEyes, kind: 'yes', isWide: true },
          ]}
        />
      </header>
      {data === undefined && <Waiting lines={8} />}
      {data?.data.length === 0 && <Empty title={t.noActivity} hint={t.noActivityHint} />}
      <ul class="entries">
        {data?.data.map((one) => (
          <One key={one.id} write={one} />
        ))}
      </ul>
    </div>
  );
}

function One({ write: { id, at, client, action, target_id, actor, undo } }: { readonly write: Write }) {
  const t = words.value.team.ai;
  const home = homeOf(target_id);
  return (
    <li>
      {home === undefined ? <span>{writeName(action)}</span> : <a href={home}>{writeName(action)}</a>}
      <b>{undo?.undone_at && words.value.form.undone}</b>
      <small class="quiet">{[moment(at), client, stampName(actor)].filter(Boolean).join(' · ')}</small>
      {undo !== null && undo.reason !== null && <small class="quiet">{t.noUndo[undo.reason]}</small>}
      {undo?.possible === true && (
        <span class="deeds">
          <ActionButton label={t.undo} path={`mcp/activity/${id}/undo`} changes={['']} warning={t.undoHint} />
          <UndoneConversation id={id} />
        </span>
      )}
    </li>
  );
}
