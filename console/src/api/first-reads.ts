/** Reads of what was not read before. A screen waits for its own, so that its parts come together. */
let running = 0;
const answered = new Set<string>();
const answeredMax = 1_000;
const waiting = new Set<() => void>();

export async function countFirstRead<Answer>(path: string, answer: Promise<Answer>): Promise<Answer> {
  if (answered.has(path)) return answer;
  running += 1;
  try {
    return await answer;
  } finally {
    running -= 1;
    if (answered.size >= answeredMax) answered.clear();
    answered.add(path);
    for (const look of waiting) look();
  }
}

/** Without any answer for this long, what is there is shown. */
const patienceMs = 2_000;

/** Calls back once no first read is under way. Returns what gives up waiting. */
export function onceRead(done: () => void): () => void {
  let later: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(later);
    waiting.delete(look);
  };
  const finish = () => {
    stop();
    done();
  };
  const look = () => {
    clearTimeout(later);
    // An answer is often what the next part is read for, which begins as soon as the answer is drawn.
    later = running > 0 ? setTimeout(finish, patienceMs) : setTimeout(() => (running > 0 ? look() : finish()));
  };
  waiting.add(look);
  // Effects of the parts around this one run after its own.
  queueMicrotask(() => {
    if (!waiting.has(look)) return;
    if (running > 0) look();
    else finish();
  });
  return stop;
}
