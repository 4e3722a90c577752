import type { Diagnosis, Finding, FindingCode } from './diagnosis.ts';

type Seen = Omit<Diagnosis, 'findings'>;

const dayMs = 86_400_000;
const soonDays = 7;
const unusedDays = 30;
const oldSecretDays = 90;
const clockSecondsMax = 60;
/** Of a limit, what is left when it is time to say so. */
const scarceShare = 0.1;
/** The first revision that says results as structure as well. */
const revisionMin = '2025-06-18';

/** Problems first. Where there is nothing to say, that is said. */
export function findingsOf(seen: Seen): Finding[] {
  const found = [
    ...endOf(seen),
    ...limitsOf(seen),
    ...clientOf(seen),
    ...clockOf(seen),
    ...rightsOf(seen),
    ...approvalsOf(seen),
  ];
  const levels = ['problem', 'notice', 'fine'];
  const ordered = found.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  if (ordered.some(({ level }) => level !== 'fine')) return ordered;
  return [finding('fine', 'all_well', { message: 'No problems found.' }), ...ordered];
}

type Saying = Pick<Finding, 'message'> & {
  readonly remedy?: string;
  readonly values?: Readonly<Record<string, string | number>>;
};

function finding(level: Finding['level'], code: FindingCode, { message, remedy, values = {} }: Saying): Finding {
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return { code, level, message, remedy: remedy ?? null, values: named };
}

function endOf({ token, clock }: Seen): Finding[] {
  const now = Date.parse(clock.service);
  const daysSince = (instant: string) => Math.floor((now - Date.parse(instant)) / dayMs);
  if (token.status !== 'active') {
    const message = 'The connection has ended and no longer gives access.';
    return [finding('problem', 'ended', { message, remedy: 'Connect the AI app again.' })];
  }
  const secretDays = daysSince(token.rotated_at ?? token.created_at);
  const daysLeft = (instant: string) => Math.max(0, -daysSince(instant));
  const left = token.expires_at === null ? Infinity : daysLeft(token.expires_at);
  const leftUnused = daysLeft(token.lapses_at);
  const unused = token.last_used_at === null ? 0 : daysSince(token.last_used_at);
  return [
    ...(left <= soonDays ? [endsSoon(left)] : []),
    ...(leftUnused <= soonDays && leftUnused < left ? [lapsesSoon(leftUnused)] : []),
    ...(token.expires_at === null ? [neverEnds] : []),
    ...(token.kind === 'token' && secretDays > oldSecretDays ? [oldSecret(secretDays)] : []),
    ...(unused > unusedDays ? [longUnused(unused)] : []),
  ];
}

const neverEnds = finding('notice', 'never_ends', {
  message: 'It does not expire while it is used.',
  remedy: 'Set an expiry, unless it is needed permanently.',
});

function endsSoon(days: number): Finding {
  const remedy = 'Set a later expiry, or connect the AI app again.';
  return finding('notice', 'ends_soon', { message: endingIn(days), remedy, values: { days } });
}

function lapsesSoon(days: number): Finding {
  const message = `Unused, it ends in ${days} days.`;
  return finding('notice', 'lapses_soon', { message, remedy: 'Use it before then, or revoke it.', values: { days } });
}

function endingIn(days: number): string {
  if (days < 1) return 'It ends today.';
  return days === 1 ? 'It ends tomorrow.' : `It ends in ${days} days.`;
}

function oldSecret(days: number): Finding {
  const message = `Its secret is ${days} days old.`;
  return finding('notice', 'old_secret', { message, remedy: 'Replace the secret.', values: { days } });
}

function longUnused(days: number): Finding {
  return finding('notice', 'unused', {
    message: `It was last used ${days} days ago.`,
    remedy: 'Revoke it.',
    values: { days },
  });
}

function limitsOf({ left_today: left, rate_limit: rate }: Seen): Finding[] {
  const remedy = 'Wait until tomorrow, have a person approve the pending writes, or raise the limit.';
  const message = 'The daily limit of writes is used up.';
  const used = left.amounts.filter(({ remaining }) => /^0(?:\.0*)?$/.test(remaining));
  return [
    ...(left.writes?.remaining === 0 ? [finding('problem', 'writes_used_up', { message, remedy })] : []),
    ...used.map(({ currency, max }) => {
      const spent = `The daily limit of ${max} ${currency} is used up.`;
      return finding('problem', 'amount_used_up', { message: spent, remedy, values: { max, currency } });
    }),
    ...(rate !== null && rate.remaining < rate.limit * scarceShare ? [manyCalls(rate)] : []),
  ];
}

function manyCalls({ limit, remaining, resets_in_seconds: seconds }: NonNullable<Seen['rate_limit']>): Finding {
  const message = `${remaining} of ${limit} calls a minute are left.`;
  const values = { limit, remaining, seconds };
  return finding('notice', 'many_calls', { message, remedy: `Wait ${seconds} seconds.`, values });
}

function clientOf({ token, client, protocol: { revision } }: Seen): Finding[] {
  if (token.last_used_at === null && client === null) {
    const remedy = 'Set up the AI app as described at /connect, then check again.';
    return [finding('notice', 'never_used', { message: 'No AI app has used it yet.', remedy })];
  }
  const nameless = { message: 'The AI app does not report its name.', remedy: 'Name the token after it.' };
  return [
    ...(revision !== null && revision < revisionMin ? [oldProtocol(revision)] : []),
    ...(client === null ? [finding('notice', 'nameless', nameless)] : []),
  ];
}

function oldProtocol(revision: string): Finding {
  const message = `The AI app uses protocol revision ${revision}.`;
  return finding('notice', 'old_protocol', { message, remedy: 'Update the AI app.', values: { revision } });
}

function clockOf({ clock }: Seen): Finding[] {
  const ahead = clock.difference_seconds ?? 0;
  const seconds = Math.abs(ahead);
  if (seconds <= clockSecondsMax) return [];
  const [code, way] = ahead > 0 ? (['clock_ahead', 'ahead'] as const) : (['clock_behind', 'behind'] as const);
  const message = `The clock of the AI app is ${seconds} seconds ${way}.`;
  const remedy = 'Correct the clock there: dates and sign-ins depend on it.';
  return [finding('problem', code, { message, remedy, values: { seconds } })];
}

function rightsOf({ token, narrowed }: Seen): Finding[] {
  const { preset, toolsets, scopes, limits } = token;
  const narrow = [
    ...(toolsets === null ? [] : [`the toolsets ${toolsets.join(', ')}`]),
    ...(scopes === null ? [] : ['some permissions']),
    ...(limits.allowed_actions === null ? [] : ['some actions']),
  ];
  return [
    ...(preset === 'full' ? [unattended] : []),
    ...(preset === 'read_only' || narrowed?.read_only === true ? [onlyReads] : []),
    ...(narrow.length === 0 ? [] : [limitedTo(narrow.join(' and '))]),
    ...(narrowed === null || narrowed.toolsets === null ? [] : [narrowedTo(narrowed.toolsets.join(', '))]),
  ];
}

const unattended = finding('notice', 'unattended', {
  message: 'It has all permissions of its owner, and its writes run at once.',
  remedy: 'Narrow its preset.',
});
const onlyReads = finding('fine', 'only_reads', { message: 'It is read-only: tools that write are not listed.' });

function limitedTo(what: string): Finding {
  return finding('fine', 'narrowed', { message: `It is limited to ${what}; other tools are not listed.` });
}

function narrowedTo(toolsets: string): Finding {
  const message = `Its address or headers narrow it to the toolsets ${toolsets}.`;
  return finding('fine', 'connection_narrowed', { message, values: { toolsets } });
}

function approvalsOf({ approvals: { waiting: count, channels }, token: { preset } }: Seen): Finding[] {
  const message = count === 1 ? 'One write is waiting for approval.' : `${count} writes are waiting for approval.`;
  const waits = { message, remedy: 'Approve or reject at /approvals.', values: { count } };
  const asks = preset === 'standard' || preset === 'draft_only';
  return [
    ...(count === 0 ? [] : [finding('notice', 'waiting', waits)]),
    ...(asks && !channels.includes('page') ? [linkOnly] : []),
  ];
}

const linkOnly = finding('fine', 'link_only', {
  message: 'Approval requests arrive as a link; this MCP client does not open pages itself.',
});
