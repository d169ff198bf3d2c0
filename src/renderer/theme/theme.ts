/**
 * The theme's tokens as CSS variables; `palettes.ts` has their values. One accent
 * marks what is selected, focused or primary. Except for the tints of notes, yellow is for search hits only,
 * and red for what loses something for good. Text keeps a contrast of 4.5:1 on every surface.
 */

/** For `makeStyles`. */
export const ink = {
  paper: 'var(--inkPaper)',
  card: 'var(--inkCard)',
  hover: 'var(--inkHover)',
  selected: 'var(--inkSelected)',
  onSelected: 'var(--inkOnSelected)',
  hit: 'var(--inkHit)',
  line: 'var(--inkLine)',
  link: 'var(--inkLink)',
  focus: 'var(--inkFocus)',
  toast: 'var(--inkToast)',
  onToast: 'var(--inkOnToast)',
  toastAction: 'var(--inkToastAction)',
  ok: 'var(--inkOk)',
  warn: 'var(--inkWarn)',
  busy: 'var(--inkBusy)',
  danger: 'var(--inkDanger)',
  dangerHover: 'var(--inkDangerHover)',
  onDanger: 'var(--inkOnDanger)',
  scrim: 'var(--inkScrim)',
  shadow: 'var(--inkShadow)',
  shadowUp: 'var(--inkShadowUp)',
  font: 'var(--fontFamilyBase)',
  /** Text from strong to quiet. */
  strong: 'var(--colorNeutralForeground1)',
  body: 'var(--colorNeutralForeground2)',
  quiet: 'var(--colorNeutralForeground3)',
  disabled: 'var(--colorNeutralForegroundDisabled)',
  controlLine: 'var(--colorNeutralStroke1)',
  controlLineHover: 'var(--colorNeutralStroke1Hover)',
  controlHover: 'var(--colorNeutralBackground1Hover)',
  controlPressed: 'var(--colorNeutralBackground1Pressed)',
  accent: 'var(--colorBrandBackground)',
  accentHover: 'var(--colorBrandBackgroundHover)',
  accentPressed: 'var(--colorBrandBackgroundPressed)',
  accentQuiet: 'var(--colorBrandStroke2Contrast)',
  onAccent: 'var(--colorNeutralForegroundOnBrand)',
  boxLine: 'var(--colorNeutralStrokeAccessible)',
  /** Like `card` and `line`, but without the tint of the note that the pop-up opens from. */
  popUp: 'var(--colorNeutralBackground1)',
  popUpLine: 'var(--colorNeutralStroke2)',
} as const;
