import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/call.ts';
import { Icon } from '../kit/icon.tsx';
import { Trouble, Waiting } from '../kit/states.tsx';
import { words } from '../words/index.ts';

type RecordPage = {
  /** The list that it belongs to. */
  readonly back: { readonly href: string; readonly label: string };
  readonly eyebrow?: ComponentChildren;
  readonly title: string;
  readonly isLoaded: boolean;
  readonly problem?: Problem | undefined;
  readonly actions?: ComponentChildren;
  /** Beside the main part on a desk, below it on a phone. */
  readonly aside?: ComponentChildren;
  /** As wide as the main part and in sight while that is scrolled: what is made there. */
  readonly isLive?: boolean;
  readonly children: ComponentChildren;
};

/** The frame of a record that has a page of its own. */
export function RecordPage(props: RecordPage) {
  const { back, eyebrow, title, isLoaded, problem, actions, aside, isLive = false, children } = props;
  return (
    <div class="page record">
      <header class="top">
        <a class="bare back" href={back.href} aria-label={`${words.value.form.back}: ${back.label}`}>
          <Icon name="arrow" />
        </a>
        <div>
          {eyebrow !== undefined && <p class="eyebrow">{eyebrow}</p>}
          <h1 tabIndex={-1}>{isLoaded ? title : back.label}</h1>
        </div>
        {isLoaded && actions !== undefined && <div class="deeds">{actions}</div>}
      </header>
      {isLoaded ? (
        <div class="halves" data-live={isLive}>
          <div class="main">{children}</div>
          {aside !== undefined && <aside>{aside}</aside>}
        </div>
      ) : problem ? (
        <Trouble problem={problem} />
      ) : (
        <Waiting lines={12} />
      )}
    </div>
  );
}

type Section = { readonly title: string; readonly action?: ComponentChildren; readonly children: ComponentChildren };

export function Section({ title, action, children }: Section) {
  return (
    <section class="part">
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
