import { useState } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { More } from '../../kit/more.tsx';
import { isNothing, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { ownFigures } from './own-figures.ts';
import { PayReturn } from './pay-return.tsx';
import { changes, needs, type VatReturn } from './vat.ts';

/** The next step of a return, and rare actions behind it. */
export function ReturnActions({ of: one }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  const [fault, setFault] = useState('');
  const act = { needs, changes, body: { version: one.version } };
  const isPayable = one.settled_on !== null && !isNothing(one.amount_due);
  const isPaid = one.payments.some(({ reversed_on: reversed }) => reversed === null);
  return (
    <>
      {one.status === 'draft' && <FileReturn of={one} />}
      {one.status === 'filed' && (
        <ActionButton
          {...act}
          label={w.settle}
          path={`vat-returns/${one.id}/settle`}
          warning={w.settleHint}
          fields={[{ name: 'date', label: w.settleOn, kind: 'day' }]}
          start={{ date: one.period_to }}
          undo={{ path: `vat-returns/${one.id}/unsettle` }}
          isPrimary
          letter="s"
        />
      )}
      {isPayable && <PayReturn of={one} />}
      {fault !== '' && <span role="alert">{fault}</span>}
      <More>
        {one.status === 'draft' && (
          <EditButton
            path={`vat-returns/${one.id}`}
            needs={needs}
            label={w.yourFigures}
            fields={ownFigures(one)}
            changes={changes}
          />
        )}
        {one.form === 'uk-vat-return' && (
          <Download
            path={`vat-returns/${one.id}/export?format=mtd`}
            name={`vat-${one.period_from}-${one.period_to}.json`}
            onFault={setFault}
          >
            {w.mtd}
          </Download>
        )}
        {['filed', 'settled', 'paid'].includes(one.status) && (
          <ActionButton
            {...act}
            label={w.correct}
            path={`vat-returns/${one.id}/correct`}
            warning={w.correctHint}
            onDone={({ id = one.id }) => go(`/vat/${id}`)}
          />
        )}
        {one.settled_on !== null && !isPaid && (
          <ActionButton
            {...act}
            label={w.unsettle}
            path={`vat-returns/${one.id}/unsettle`}
            warning={w.unsettleHint}
            isDangerous
          />
        )}
        {one.status === 'draft' && (
          <ActionButton
            {...act}
            label={w.deleteDraft}
            path={`vat-returns/${one.id}`}
            method="DELETE"
            warning={w.deleteDraftHint}
            onDone={() => go('/vat')}
            isDangerous
          />
        )}
      </More>
    </>
  );
}

function FileReturn({ of: one }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  if (one.checks.some(({ severity }) => severity === 'error')) return null;
  return (
    <ActionButton
      label={w.file}
      path={`vat-returns/${one.id}/file`}
      needs={needs}
      body={{ version: one.version }}
      changes={changes}
      warning={w.fileHint}
      fields={[
        { name: 'filed_on', label: w.filedOn, kind: 'day' },
        { name: 'reference', label: w.reference },
      ]}
      start={{ filed_on: today() }}
      isPrimary
      letter="f"
    />
  );
}
