const waiting = new Set<Promise<void>>();

/** Enter was pressed before the answer came that it chooses from. Answers with what ends the waiting. */
export function beginChoice(): () => void {
  let end = () => {};
  const choice = new Promise<void>((resolve) => (end = resolve));
  waiting.add(choice);
  return () => {
    waiting.delete(choice);
    end();
  };
}

/** Whoever types fast saves before their last choice is made: it belongs to what they save. */
export async function choicesMade(): Promise<void> {
  await Promise.all(waiting);
}
