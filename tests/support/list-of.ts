/**
 * SQL for the place in `LISTS` of the list that shows a row of `notes` (spec §3); 3 for a note that was
 * deleted for ever.
 */
export const LIST_OF = '(CASE WHEN is_gone THEN 3 WHEN is_archived THEN 1 WHEN is_deleted THEN 2 ELSE 0 END)';
