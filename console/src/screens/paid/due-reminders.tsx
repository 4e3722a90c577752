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
  const isAsked = may('documents:read');
  const { data } = useRead<Due>(isAsked ? 'reminders/due' : undefined);
  // Its line is there before it is known, so that nothing moves.
  return isAsked ? <p class="quiet hint">{data === undefined ? '\u00a0' : textOf(data, texts)}</p> : null;
}

type Texts = typeof words.value.sell.owed;
const textOf = ({ enabled, count, sends_at: day }: Due, texts: Texts): string =>
  enabled ? counted(texts.due, count, { date: longDay(day) }) : texts.notEnabled;
