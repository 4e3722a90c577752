import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { bankAccountField, partlyDone, scheduleChanges } from './scheduled-payment.ts';

const formats = { 'pain.001.001.09': 'pain.001.001.09', 'pain.001.001.03': 'pain.001.001.03' };

/** Makes the file that somebody sends to the bank: the service sends nothing itself. */
export function MakePaymentFile() {
  const w = words.value.payingBills;
  return (
    <ActionButton
      label={w.makeFile}
      path="payment-files"
      needs="bank:pay"
      fields={[
        { ...bankAccountField('bank-accounts?status=active&kind=bank&currency=EUR'), isRequired: true },
        { name: 'through', label: w.through, kind: 'day', isRequired: true },
        { name: 'format', label: w.format, kind: 'choice', options: optionsOf(formats) },
        { name: 'batch_booking', label: w.batchBooking, kind: 'yes', isWide: true },
      ]}
      start={{ through: today(), format: 'pain.001.001.09', batch_booking: true }}
      warning={w.makeFileHint}
      changes={scheduleChanges}
      done={partlyDone(w.makeFile)}
      onDone={({ id = '' }) => go(`/payment-files?open=${id}`)}
      isPrimary
    />
  );
}
