import { useState } from 'preact/hooks';
import { useAll, useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { useOpened } from '../../kit/more.tsx';
import { words } from '../../words/index.ts';
import type { Client } from './client.ts';

type Named = { readonly id: string; readonly name: string };

/** A tick for each group that there is. */
export function GroupTicks({ of }: { readonly of: Client }) {
  const { clients: texts } = words.value.sell;
  const groups = useAll<Named>(useOpened() ? 'client-groups?fields=name' : undefined).rows;
  if (groups.length === 0) return null;
  return (
    <EditButton
      label={texts.groups}
      path={`clients/${of.id}`}
      needs="clients:write"
      fields={groups.map((group) => ({
        name: group.id,
        label: group.name,
        kind: 'yes',
        from: ({ group_ids }) => (group_ids as readonly string[]).includes(group.id),
      }))}
      complete={(ticks) => ({ group_ids: ticked(of.group_ids, ticks) })}
      changes={['clients', 'client-groups']}
      isOneOfMany
    />
  );
}

/** Ids as they were, but for those whose tick has changed. */
function ticked(before: readonly string[], ticks: Readonly<Record<string, unknown>>): readonly string[] {
  const added = Object.keys(ticks).filter((id) => ticks[id] === true);
  return [...before.filter((id) => ticks[id] !== false), ...added];
}

export function ReminderSwitch({ id }: { readonly id: string }) {
  const { clients: texts } = words.value.sell;
  const mayRead = useMay()('documents:read');
  const { data } = useRead<{ readonly enabled: boolean }>(
    useOpened() && mayRead ? `clients/${id}/reminders` : undefined,
  );
  if (data === undefined) return null;
  return (
    <ActionButton
      label={data.enabled ? texts.stopReminders : texts.startReminders}
      path={`clients/${id}/reminders`}
      method="PUT"
      needs="documents:write"
      body={{ enabled: !data.enabled }}
      changes={[`clients/${id}/reminders`, 'reminders']}
    />
  );
}

export function ExportData({ id, name }: { readonly id: string; readonly name: string }) {
  const [fault, setFault] = useState('');
  return (
    <>
      <Download path={`clients/${id}/export`} name={`${name}.json`} onFault={setFault}>
        {words.value.sell.clients.exportData}
      </Download>
      {fault !== '' && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/** The templates that their documents are set in, in place of the usual ones. */
export function TemplateTicks({ id }: { readonly id: string }) {
  const { clients: texts } = words.value.sell;
  const mayRead = useMay()('documents:read');
  const isAsked = useOpened() && mayRead;
  const all = useAll<Named>(isAsked ? 'document-templates?fields=name' : undefined).rows;
  const path = `clients/${id}/document-templates`;
  const chosen = useRead<{ readonly template_ids: readonly string[] }>(isAsked ? path : undefined).data;
  if (all.length === 0 || chosen === undefined) return null;
  return (
    <ActionButton
      label={texts.templates}
      path={`clients/${id}/document-templates`}
      method="PUT"
      needs="documents:manage"
      fields={all.map(({ id: template, name }) => ({ name: template, label: name, kind: 'yes' }))}
      start={Object.fromEntries(chosen.template_ids.map((template) => [template, true]))}
      complete={(ticks) => ({ template_ids: Object.keys(ticks).filter((template) => ticks[template] === true) })}
      changes={['clients', 'document-templates']}
    />
  );
}
