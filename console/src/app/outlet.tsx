import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty, Unfetched, Waiting } from '../kit/states.tsx';
import { loadFurtherWords, words } from '../words/index.ts';
import type { Params } from './params.ts';
import { arrive, path } from './router.ts';
import { type Route, routeOf } from './routes.ts';
import { Together } from './together.tsx';

type Shown = {
  readonly route: Route;
  readonly params: Params;
  readonly screen: ComponentType<{ readonly params: Params }>;
};

/** The screen of the address. The one before stays until the next is there. */
export function Outlet() {
  const found = routeOf(path.value);
  const [shown, setShown] = useState<Shown>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (found === undefined || shown?.route === found.route) return;
    let isOver = false;
    setFailed(false);
    const show = (screen: Shown['screen']) => {
      setShown({ ...found, screen });
      arrive((pathname) => routeOf(pathname)?.route === found.route);
    };
    // The first screen is drawn with the first texts, and the further ones come behind it.
    const isFirst = found.route.path === '/' && shown === undefined;
    const texts = loadFurtherWords();
    texts.catch(() => undefined);
    Promise.all([found.route.screen(), isFirst ? undefined : texts]).then(
      ([screen]) => !isOver && show(screen),
      () => !isOver && setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [found?.route]);
  if (found === undefined) return <Empty title={words.value.noPlace} />;
  if (hasFailed) return <Unfetched />;
  if (shown === undefined) return <Waiting lines={12} />;
  const isHere = shown.route === found.route;
  const { params } = isHere ? found : shown;
  return (
    <Together key={shown.route.path} isLeft={!isHere}>
      <shown.screen params={params} />
    </Together>
  );
}
