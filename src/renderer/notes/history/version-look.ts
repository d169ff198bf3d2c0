/** The look of a version in a list: a tab with several lines. For `makeStyles`. */
export const versionLook = {
  maxWidth: '100%',
  padding: '8px 12px',
  borderRadius: '10px',
  justifyContent: 'flex-start',
  '& .fui-Tab__content': { display: 'block', minWidth: '0', textAlign: 'start', fontWeight: 400 },
} as const;
