import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { longDay } from '../../kit/values.ts';
import { counted, words } from '../../words/index.ts';

type Due = {
  readonly enabled: boolean;
  readonly sends_at: string;
  readonly count: number;
};

/** The reminders that go out by themselves next. */
export function DueReminders() {
  const { owed: texts } = words.value.sell;
  const may = useMay();
  const { data } = useRead<Due>(may('documents:read') ? 'reminders/due' : undefined);
  if (data === undefined) return null;
  return (
    <p class="quiet hint">
      {data.enabled ? counted(texts.due, data.count, { date: longDay(data.sends_at) }) : texts.notEnabled}
    </p>
  );
}
