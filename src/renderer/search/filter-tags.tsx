/** The labels that filter the lists, as tags that remove their filters. */
import { makeStyles, mergeClasses, Tag, TagGroup } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { type JSX, useEffect, useRef } from 'react';
import { labelKey, withoutLabels } from '#shared/note/labels.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { filtersAtom } from './query.ts';

const FADE = '20px';

const useStyles = makeStyles({
  // Names stay readable: labels that do not fit can be scrolled to, which a fade at that edge shows.
  root: {
    minWidth: '0',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    animationName: {
      from: { maskImage: `linear-gradient(to left, transparent, black ${FADE})` },
      '2%': {
        maskImage: `linear-gradient(to right, transparent, black ${FADE}, black calc(100% - ${FADE}), transparent)`,
      },
      '98%': {
        maskImage: `linear-gradient(to right, transparent, black ${FADE}, black calc(100% - ${FADE}), transparent)`,
      },
      to: { maskImage: `linear-gradient(to right, transparent, black ${FADE})` },
    },
    animationTimingFunction: 'step-end',
    animationTimeline: 'scroll(self inline)',
  },
  group: { display: 'flex', gap: tokens.spacingHorizontalXS, width: 'max-content' },
  tag: {
    flexShrink: 0,
    maxWidth: 'min(200px, 34vw)',
    height: '28px',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    ':hover': { color: tokens.colorNeutralForeground1 },
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  name: {
    display: 'block',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface FilterTagsProps {
  readonly className?: string;
  /** Called after a tag has removed its filter. */
  readonly onRemoved: () => void;
}

export function FilterTags({ className, onRemoved }: FilterTagsProps): JSX.Element | null {
  const styles = useStyles();
  const [filters, setFilters] = useAtom(filtersAtom);
  const rootRef = useRef<HTMLDivElement>(null);
  const count = filters.length;
  useEffect(() => {
    if (count > 0) rootRef.current?.scrollTo({ left: rootRef.current.scrollWidth });
  }, [count]);
  if (count === 0) return null;
  const remove = (name: string): void => {
    setFilters(withoutLabels(filters, [name]));
    onRemoved();
  };
  return (
    <div ref={rootRef} className={mergeClasses(styles.root, className)}>
      <TagGroup
        size="small"
        aria-label="Shown labels"
        className={styles.group}
        onDismiss={(_event, { value }) => remove(value)}
      >
        {filters.map((name) => (
          <Tag
            key={labelKey(name)}
            dismissible
            value={name}
            title={name}
            aria-label={`Remove label ${name}`}
            className={styles.tag}
            primaryText={{ children: <bdi>{name}</bdi>, className: styles.name }}
          />
        ))}
      </TagGroup>
    </div>
  );
}
