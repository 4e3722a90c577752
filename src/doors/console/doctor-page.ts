import type { FindingCode } from '../../modules/connector/index.ts';
import { filled, translated } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import type { Messages } from '../signed-in/messages.ts';
import { pairsOf } from './preview-parts.ts';
import { said } from './reader.ts';
import type { ConsoleSession, Screen, Shown } from './screen.ts';
import type { Token } from './tokens.ts';

type DoctorWords = Messages['doctor'];
type Diagnosis = {
  readonly token: Token;
  readonly organization: { readonly name: string; readonly timezone: string };
  readonly protocol: { readonly revision: string | null; readonly era: keyof DoctorWords['eras'] | null };
  readonly client: string | null;
  readonly clock: { readonly difference_seconds: number | null };
  readonly approvals: { readonly channels: readonly (keyof DoctorWords['channelNames'])[]; readonly waiting: number };
  readonly left_today: {
    readonly writes: { readonly max: number; readonly remaining: number } | null;
    readonly amounts: readonly { readonly currency: string; readonly max: string; readonly remaining: string }[];
  };
  readonly findings: readonly Finding[];
};
type Finding = {
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
  readonly level: keyof DoctorWords['levels'];
  readonly message: string;
  readonly remedy: string | null;
};

/** A language has all of them or none. */
type Findings = Readonly<Record<FindingCode, { readonly message: string; readonly remedy?: string }>>;

const tokensMax = 100;
const clockSecondsMax = 60;

/** `/connect/doctor`: why a client does not do what is expected. */
export const doctorPage: Screen = { path: '/connect/doctor', tab: 'doctor', show };

async function show(session: ConsoleSession): Promise<Shown> {
  const { doctor } = session.words;
  const asked = (session.request.query as Readonly<Record<string, unknown>>)['token'];
  const { data } = await session.call<{ readonly data: readonly Token[] }>('list_mcp_tokens', { limit: tokensMax });
  const active = data.filter(({ status }) => status === 'active');
  const id = typeof asked === 'string' ? asked : latestOf(active)?.id;
  const diagnosis = id === undefined ? undefined : await session.call<Diagnosis>('connector_doctor', { token_id: id });
  return {
    title: doctor.title,
    body: html`<h1>${doctor.title}</h1>
      <p class="lead">${doctor.lead}</p>
      ${active.length === 0 && diagnosis === undefined ? html`<p class="sheet">${doctor.none}</p>` : null}
      ${active.length > 1 ? chooser(session, active, id) : null}
      ${diagnosis === undefined ? null : seen(session, diagnosis)}`,
  };
}

/** The one that was used last, which is most likely the one that somebody wonders about. */
function latestOf(tokens: readonly Token[]): Token | undefined {
  return tokens.toSorted((a, b) => ((a.last_used_at ?? '') < (b.last_used_at ?? '') ? 1 : -1))[0];
}

function chooser({ words, base }: ConsoleSession, tokens: readonly Token[], id: string | undefined): Html {
  const current: Html = { markup: ' aria-current="page"' };
  return html`<nav class="tabs" aria-label="${words.doctor.which}">
    ${tokens.map(
      (token) =>
        html`<a href="${base}/connect/doctor?token=${token.id}" ${token.id === id ? current : null}
          >${said(token.name)}</a
        >`,
    )}
  </nav>`;
}

function seen(session: ConsoleSession, diagnosis: Diagnosis): Html {
  const { doctor } = session.words;
  return html`<section aria-labelledby="findings">
      <h2 id="findings" class="apart">${doctor.findings}</h2>
      <ul class="rows">
        ${diagnosis.findings.map((finding) => findingOf(session, finding))}
      </ul>
    </section>
    <section class="sheet">
      <h2>${doctor.facts}</h2>
      ${factsOf(session, diagnosis)}
      <p class="detail">${doctor.more}</p>
    </section>`;
}

function findingOf({ words }: ConsoleSession, finding: Finding): Html {
  const { level } = finding;
  const { message, remedy } = inLanguage(words.language, finding);
  const mood = { problem: ' bad', notice: '', fine: ' good' }[level];
  return html`<li>
    <span class="state${mood}">${words.doctor.levels[level]}</span>
    <div class="what">
      ${said(message)} ${remedy === null ? null : html`<span class="detail">${said(remedy)}</span>`}
    </div>
  </li>`;
}

/** A language without texts for findings shows those of the operation, in English. */
function inLanguage(language: string, { code, values, message, remedy }: Finding): Pick<Finding, 'message' | 'remedy'> {
  const findings: Findings | undefined = translated(language, 'findings');
  if (findings === undefined) return { message, remedy };
  const own = findings[code];
  return { message: filled(own.message, values), remedy: own.remedy === undefined ? null : filled(own.remedy, values) };
}

function factsOf({ words, base, reader }: ConsoleSession, diagnosis: Diagnosis): Html {
  const { doctor, terms } = words;
  const { token, protocol, client, approvals, organization } = diagnosis;
  const { revision, era } = protocol;
  const spoken = [revision ?? doctor.unknown, ...(era === null ? [] : [doctor.eras[era]])].join(', ');
  return pairsOf([
    [
      doctor.token,
      html`<a href="${base}/connect/tokens/${token.id}">${said(token.name)}</a>, ${terms.presets[token.preset].name}`,
    ],
    [doctor.age, reader.when(token.created_at)],
    [doctor.client, client === null ? doctor.unknown : said(client)],
    [doctor.protocol, said(spoken)],
    [doctor.clock, clockOf(doctor, diagnosis)],
    [doctor.channels, approvals.channels.map((channel) => doctor.channelNames[channel]).join(', ')],
    [doctor.organization, html`${said(organization.name)} (${organization.timezone})`],
    [doctor.today, leftOf({ doctor, reader }, diagnosis)],
  ]);
}

function clockOf(doctor: DoctorWords, { clock }: Diagnosis): string {
  const { difference_seconds: seconds } = clock;
  if (seconds === null) return doctor.unknown;
  const isRight = Math.abs(seconds) <= clockSecondsMax;
  return filled(isRight ? doctor.clockRight : doctor.clockOff, { seconds: String(Math.abs(seconds)) });
}

type Telling = { readonly doctor: DoctorWords; readonly reader: ConsoleSession['reader'] };

function leftOf({ doctor, reader }: Telling, { left_today: { writes, amounts } }: Diagnosis): string {
  const all = [
    ...(writes === null
      ? []
      : [filled(doctor.writes, { remaining: String(writes.remaining), max: String(writes.max) })]),
    ...amounts.map(({ currency, max, remaining }) =>
      filled(doctor.amount, { remaining: reader.money(remaining, currency), max: reader.money(max, currency) }),
    ),
  ];
  return all.length === 0 ? doctor.noLimit : all.join('; ');
}
