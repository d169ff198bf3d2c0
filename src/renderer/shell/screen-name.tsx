/** The page's heading: the name of the shown list, or of the label whose notes are shown. */
import type { JSX } from 'react';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { LIST_INFO, listAt } from '../notes/state/lists.ts';
import { useShownLabel } from './drawer-labels.tsx';

interface ScreenNameProps {
  readonly className?: string;
  /** Whether it is for screen readers only. */
  readonly isHidden?: boolean;
}

export function ScreenName({ className, isHidden = false }: ScreenNameProps): JSX.Element | null {
  const list = listAt(useLocation().pathname);
  const label = useShownLabel();
  if (list === undefined) return null;
  const name = label ?? LIST_INFO[list].name;
  if (isHidden) return <VisuallyHidden as="h1">{name}</VisuallyHidden>;
  return (
    // With its own direction, a name is truncated at its end; the tooltip has the whole name.
    <h1 dir="auto" className={className} title={name}>
      {name}
    </h1>
  );
}
