import { useMay } from '../../app/me.ts';
import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { More } from '../../kit/more.tsx';
import { words } from '../../words/index.ts';
import { refundFields } from '../paid/refund-fields.ts';
import type { Client } from './client.ts';
import { assigneeField } from './client-fields.ts';
import { ExportData, GroupTicks, ReminderSwitch, TemplateTicks } from './client-choices.tsx';

const changes = ['clients', 'records', 'search'];

export function ClientActions({ client }: { readonly client: Client }) {
  const { id, display_name, status, merged_into_id } = client;
  const w = words.value;
  const { clients: texts } = w.sell;
  const may = useMay();
  const isActive = status === 'active';
  return (
    <>
      {isActive && may('sales:write') && (
        <a class="button primary" href={`/sales/new?client_id=${id}`}>
          {w.newSale}
        </a>
      )}
      {isActive && may('payments:write') && (
        <a class="button" href={`/payments/new?client_id=${id}`}>
          {texts.recordPayment}
          <kbd>P</kbd>
        </a>
      )}
      {may('reports:read') && (
        <a class="button" href={`/clients/${id}/statement`}>
          {texts.statement}
        </a>
      )}
      {may('clients:write') && isActive && (
        <a class="button" href={`/clients/${id}/edit`}>
          {w.form.edit}
          <kbd>E</kbd>
        </a>
      )}
      {merged_into_id !== null && (
        <ActionButton
          label={texts.unmerge}
          path={`clients/${id}/undo-merge`}
          needs="clients:manage"
          changes={[...changes, 'sales', 'documents', 'payments']}
        />
      )}
      {!isActive && merged_into_id === null && (
        <ActionButton label={w.form.restore} path={`clients/${id}/restore`} needs="clients:write" changes={changes} />
      )}
      <More>
        {isActive && (
          <>
            <ActionButton
              label={texts.refundCredit}
              path={`clients/${id}/refund`}
              needs="payments:refund"
              fields={refundFields({ isUnlinked: true })}
              changes={[...changes, 'payments', 'refunds', 'transactions', 'reports']}
            />
            <GroupTicks of={client} />
            <TemplateTicks id={id} />
            <ActionButton
              label={texts.assign}
              path={`clients/${id}/assign`}
              needs="clients:manage"
              fields={[assigneeField()]}
              start={client}
              complete={({ assigned_to = null }) => ({ assigned_to })}
              changes={changes}
            />
            <ReminderSwitch id={id} />
            <ActionButton
              label={texts.merge}
              path={`clients/${id}/merge`}
              needs="clients:manage"
              warning={texts.mergeWarning}
              fields={[
                {
                  name: 'into_id',
                  label: texts.mergeInto,
                  kind: 'record',
                  isRequired: true,
                  isWide: true,
                  source: { path: 'clients', label: 'display_name', note: 'number' },
                },
              ]}
              changes={[...changes, 'sales', 'documents', 'payments']}
              undo={{ path: `clients/${id}/undo-merge` }}
            />
            <ActionButton
              label={w.form.archive}
              path={`clients/${id}/archive`}
              needs="clients:write"
              changes={changes}
              undo={{ path: `clients/${id}/restore` }}
            />
          </>
        )}
        {may('data:export') && <ExportData id={id} name={display_name} />}
        <ActionButton
          label={w.form.delete}
          path={`clients/${id}`}
          method="DELETE"
          needs="clients:manage"
          warning={texts.deleteWarning}
          changes={changes}
          onDone={() => go('/clients')}
          isDangerous
        />
        <ActionButton
          label={texts.erase}
          path={`clients/${id}/erase`}
          needs="data:erase"
          warning={texts.eraseWarning}
          changes={changes}
          isDangerous
        />
      </More>
    </>
  );
}
