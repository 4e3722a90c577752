import { EditButton } from '../../frames/edit-button.tsx';
import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { type Asset, assetChanges, assetNeeds } from './asset.ts';

/** Actions that the status of the asset allows. */
export function AssetActions({ of: asset }: { readonly of: Asset }) {
  const { fixedAssets: w, spreading } = words.value;
  const { id, status, version } = asset;
  const common = { needs: assetNeeds, changes: assetChanges, body: { version } };
  const reason = { name: 'reason', label: spreading.reason, isWide: true } as const;
  const isOpen = status === 'in_use' && asset.method !== 'pool';
  return (
    <>
      <EditButton path={`assets/${id}`} needs={assetNeeds} fields={plainFields()} changes={assetChanges} />
      {isOpen && (
        <>
          <ActionButton
            {...common}
            label={w.dispose}
            path={`assets/${id}/dispose`}
            warning={w.disposeHint}
            fields={[...disposalFields(), reason]}
            start={{ date: today() }}
          />
          <ActionButton
            {...common}
            label={w.writeDown}
            path={`assets/${id}/write-down`}
            fields={[...changeFields(), reason]}
            start={{ date: today() }}
          />
          {asset.parts.some(({ kind }) => kind === 'write_down') && (
            <ActionButton
              {...common}
              label={w.writeUp}
              path={`assets/${id}/write-up`}
              fields={[...changeFields(), reason]}
              start={{ date: today() }}
            />
          )}
        </>
      )}
      {status === 'disposed' && (
        <ActionButton {...common} label={w.reinstate} path={`assets/${id}/reinstate`} warning={w.reinstateHint} />
      )}
      <ActionButton
        {...common}
        label={spreading.void}
        path={`assets/${id}/void`}
        warning={spreading.voidHint}
        fields={[reason]}
        isDangerous
      />
    </>
  );
}

export function plainFields(): readonly Field[] {
  const w = words.value.fixedAssets;
  return [
    { name: 'name', label: w.name, isRequired: true },
    { name: 'class', label: w.class, kind: 'choice', options: optionsOf(w.classes), isRequired: true },
    { name: 'serial_number', label: w.serial },
    { name: 'location', label: w.location },
  ];
}

function changeFields(): readonly Field[] {
  const { fixedAssets: w, spreading } = words.value;
  return [
    { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
    { name: 'date', label: spreading.date, kind: 'day', isRequired: true },
  ];
}

function disposalFields(): readonly Field[] {
  const { fixedAssets: w, spreading } = words.value;
  return [
    { name: 'date', label: spreading.date, kind: 'day', isRequired: true },
    {
      name: 'sale_id',
      label: w.soldBy,
      kind: 'record',
      source: { path: 'sales?status=confirmed,completed', label: 'number' },
    },
    { name: 'proceeds', label: w.proceeds, kind: 'money', hint: w.proceedsHint },
    {
      name: 'account_id',
      label: w.proceedsAccount,
      kind: 'record',
      source: { path: 'accounts?class=revenue', label: 'name', note: 'code' },
    },
  ];
}
