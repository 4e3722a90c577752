import type { Figure } from '../../api/types.ts';
import { monthLabel, monthName, shortMoney, signedPercent, today, wholeMoney } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type TileSays = {
  readonly title: string;
  readonly amount: string | undefined;
  readonly figure?: Figure | undefined;
  readonly against?: string | undefined;
  readonly note?: string | undefined;
  readonly href?: string;
  readonly isBad?: boolean;
};
export function Tile({ title, amount, figure, against, note, href, isBad = false }: TileSays) {
  const w = words.value;
  const percent = signedPercent(figure?.change_percent);
  const isUp = figure?.change_percent?.startsWith('-') === false;
  const text = (
    <>
      <h2>{title}</h2>
      <p class="amount" {...(amount && { title: wholeMoney(amount) })}>
        {amount === undefined ? '\u00A0' : shortMoney(amount, 12)}
      </p>
      <p class={isBad ? 'note bad' : 'note'}>
        {percent && against ? (
          <span title={filled(w.against, { percent, period: monthName(against) })}>
            <b class={isUp ? 'good' : 'bad'}>{percent}</b>{' '}
            {filled(w.on, { days: `1–${Number(today().slice(8))} ${monthLabel(against)}` })}
          </span>
        ) : (
          (note ?? '\u00A0')
        )}
      </p>
    </>
  );
  return href ? (
    <a class="tile" href={href}>
      {text}
    </a>
  ) : (
    <div class="tile">{text}</div>
  );
}
