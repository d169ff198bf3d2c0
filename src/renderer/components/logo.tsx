/**
 * The product's logo. Its name is always beside it or on the link around it, so the image has no alt text.
 */
import type { JSX } from 'react';
import mark from '../../../resources/logo.svg';

export function Logo({ size }: { readonly size: number }): JSX.Element {
  return <img src={mark} width={size} height={size} alt="" draggable={false} />;
}
