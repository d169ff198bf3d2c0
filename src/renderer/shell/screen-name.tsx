/** The page's heading: the name of the list that is shown, or of the label whose notes are shown. */
import type { JSX } from 'react';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { LIST_INFO, listAt } from '../notes/state/lists.ts';
import { useShownLabel } from './drawer-labels.tsx';

interface ScreenNameProps {
  readonly className?: string;
  /** Whether only screen readers get it. */
  readonly isHidden?: boolean;
}

export function ScreenName({ className, isHidden = false }: ScreenNameProps): JSX.Element | null {
  const list = listAt(useLocation().pathname);
  const label = useShownLabel();
  if (list === undefined) return null;
  const name = label ?? LIST_INFO[list].name;
  if (isHidden) return <VisuallyHidden as="h1">{name}</VisuallyHidden>;
  return (
    // By its own direction a name is cut off at its end; the tooltip has all of it.
    <h1 dir="auto" className={className} title={name}>
      {name}
    </h1>
  );
}
