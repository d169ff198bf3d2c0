/**
 * Tests that `npm test` leaves to `npm run test:all`: tests of development tools and packaging, and tests
 * that take long to find what others rarely miss. The remaining tests protect the users of the app: every
 * sentence of the specification, their words, and the main path of each feature. A filter finds every test
 * under either command, and so do the runners themselves.
 */
export const ONLY_IN_ALL = [
  // Tools, packages, and the repository's own claims.
  'packages/*/tests/**',
  'tests/{bench,build,demo,layers,package,pictures,support,tools}/**',
  // Models, damage and random runs. Each of their findings has become a test beside its rule.
  'tests/{crash,fuzz}/**',
  'tests/account/disk-faults.test.ts',
  'tests/account/sync/lost-answers.test.ts',
  'tests/account/transfer/{accounting,copies,known-notes-property,known-words-property,order}.test.ts',
  'tests/account/transfer/{hostile-archives,hostile-files,round-trip,slices,slices-property}.test.ts',
  'tests/account/opening/{failing-calls,older-copy,random-damage}.test.ts',
  'tests/main/auth/malformed-answers.test.ts',
  'tests/main/ipc/router.fuzz.test.ts',
  // The time that real connections take.
  'tests/account/sync/real-cloud.test.ts',
  'tests/cloud/{firestore-remote,proxies,worker}.test.ts',
  'tests/main/self-check.test.ts',
  'tests/e2e/session/{networks,outages}.spec.ts',
  // Pages: looks, motion, the focus, all keys, large accounts; and the details of features whose main path is
  // covered by `tests/e2e` or `main-paths.test.ts`.
  'tests/renderer/page/{axis,card-focus,drawer,first-frame,focus,press,senses,sheet-looks,tooltip}.test.ts',
  'tests/renderer/page/{app-commands,awaited-dialog,going-back,keyboard,pop-up,shortcut-notice}.test.ts',
  'tests/renderer/page/{long-list,many-labels,two-thousand-labels}.test.ts',
  'tests/renderer/page/{earlier-versions,filters,list-fields,lists,marks,near,search}.test.ts',
  'tests/renderer/page/{addresses,session,status,sync-status,toasts,undo}.test.ts',
  'tests/renderer/page/{drop,failed-page,layouts,links,opening,theme,touch,visitor}.test.ts',
  'tests/renderer/page/{conflict-copy,go-to,labels,note-in-trash,removed,selection,settings}.test.ts',
  // Features whose main path is in `tests/e2e/spec/additions.spec.ts`, or in the page tests that stay.
  'tests/e2e/{lists,marks,near-matches,undo}.spec.ts',
  // Desktops: failing windows, trays, Wayland, keyrings, links, and settings.
  'tests/e2e/{errors,foreign-page,lifecycle,page-network,thin-thread}.spec.ts',
  'tests/e2e/desktop/{failing-windows,links,new-note,note-links,quick-note-*,tray,unsandboxed,window}.spec.ts',
  'tests/e2e/session/{attempt,key-store,secrets}.spec.ts',
  'tests/e2e/settings/settings.spec.ts',
  'tests/e2e/start-up/{newer-notes,start-up}.spec.ts',
  // Screenshots.
  'tests/e2e/screens/**',
];

/** The globs that this process's runner leaves out, in `npm test` without a filter. */
export const leftOut =
  process.env['INKLING_TESTS'] === 'short' ? ONLY_IN_ALL.map((glob) => `**/${glob}`) : [];
