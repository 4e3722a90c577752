import { PanelHeading } from '../../frames/panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { isDay, longDay, money } from '../../kit/values.ts';
import { toldIn } from '../../words/patterns.ts';
import { language, words } from '../../words/index.ts';
import { fieldName, isField, stepValue, valueName, writeName } from '../../words/api-names.ts';

type Asked = readonly { readonly field: string; readonly value: string; readonly name: string | null }[];
type Posting = {
  readonly date: string;
  readonly account_code: string;
  readonly account: string;
  readonly side: 'debit' | 'credit';
  readonly amount: string;
  readonly currency: string;
};
type Step = {
  readonly action: string;
  readonly sentences: readonly string[];
  readonly asked: Asked;
  /** Its record, where one was made. */
  readonly about?: string;
};

export type Preview = {
  readonly sentences: readonly string[];
  readonly asked?: Asked;
  /** Of several that are approved as one. */
  readonly steps?: readonly Step[];
  readonly journal: readonly Posting[] | null;
};

/** Entries come last, since those of several steps are told of together. */
export function PreviewOfWrite({ of: { sentences, asked = [], steps, journal } }: { readonly of: Preview }) {
  return (
    <>
      {steps === undefined ? (
        <>
          <Effects of={sentences} />
          <AskedFor of={asked} />
        </>
      ) : (
        steps.map((step, at) => (
          <section key={at}>
            <PanelHeading>
              {at + 1}. {writeName(step.action)}
            </PanelHeading>
            {step.about && <p class="quiet">{step.about}</p>}
            <Effects of={step.sentences} />
            <AskedFor of={step.asked} isStep />
          </section>
        ))
      )}
      {journal !== null && journal.length > 0 && <Postings of={journal} />}
    </>
  );
}

/** A step may be sent what an earlier one gives. */
function AskedFor({ of, isStep = false }: { readonly of: Asked; readonly isStep?: boolean }) {
  const shownAs = (field: string, value: string) => {
    if (isDay(value)) return longDay(value);
    return valueName(field, isStep ? stepValue(value) : value);
  };
  return (
    <Facts
      of={of.map(({ field, value, name }): [string, string] => [fieldName(field), name ?? shownAs(field, value)])}
    />
  );
}

function Effects({ of }: { readonly of: readonly string[] }) {
  const told = of.flatMap(effectIn);
  return told.length === 0 ? null : (
    <ul class="tick-list">
      {told.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The entries say what is posted, and what an action is in English is said by its name elsewhere. */
function effectIn(sentence: string): readonly string[] {
  if (sentence.startsWith('Posts ') || isOfRecords.test(sentence)) return [];
  const [, field = ''] = /^Changes (\S+) from /.exec(sentence) ?? [];
  const told = toldIn(words.value.team.ai.effects, sentence, (value) => shown(field, value));
  if (told !== undefined) return [told];
  return language.value === 'en' ? [sentence] : [];
}

/** Records within one are no text for people; what they do to the books is told by the entries. */
const isOfRecords = /^Changes \S+ from .*(?:\[\{|\{")/s;

/** Values are JSON, and fields have the names of the API. */
function shown(field: string, value: string): string {
  if (value === 'null') return '–';
  if (isField(value)) return fieldName(value);
  const text = value.replace(/^"(.*)"$/s, '$1');
  if (isDay(text)) return longDay(text);
  return valueName(field, text);
}

function Postings({ of }: { readonly of: readonly Posting[] }) {
  const { debit, creditSide } = words.value.books.columns;
  return (
    <ul class="entries">
      {of.map(({ date, account_code: code, account, side, amount, currency }, at) => (
        <li key={at}>
          <span>
            {code} {account}
          </span>
          <b class="figure">{money(amount, currency)}</b>
          <small class="quiet">
            {longDay(date)} · {side === 'debit' ? debit : creditSide}
          </small>
        </li>
      ))}
    </ul>
  );
}
