import { isCut } from '../api/reach.ts';
import { drop, unsent } from '../api/unsent.ts';
import { said } from '../kit/said.ts';
import { filled, words } from '../words/index.ts';

/** Says that what is on screen is as it was, and what was not sent yet or was refused since. */
export function Offline() {
  const w = words.value;
  return (
    <div class="offline" role="status">
      {isCut.value && <p>{w.offline}</p>}
      {unsent.value.map(({ key, title, problem }) => (
        <p key={key}>
          {problem
            ? filled(w.unsent.refused, { title, why: said(problem) })
            : filled(isCut.value ? w.unsent.waiting : w.unsent.sending, { title })}
          <button type="button" class="bare" onClick={() => drop(key)}>
            {problem ? w.close : w.unsent.stop}
          </button>
        </p>
      ))}
    </div>
  );
}
