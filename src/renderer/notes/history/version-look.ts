/** How a version looks in a list of them: a tab with lines of its own. For `makeStyles`. */
export const versionLook = {
  maxWidth: '100%',
  padding: '8px 12px',
  borderRadius: '10px',
  justifyContent: 'flex-start',
  '& .fui-Tab__content': { display: 'block', minWidth: '0', textAlign: 'start', fontWeight: 400 },
} as const;
