/**
 * The product's constants, each with its paragraph of the specification. Where the app uses one differently,
 * its comment says how, and docs/specification.md says why. No other code repeats these numbers or texts.
 * Lengths are CSS pixels, times are milliseconds.
 */
export const SPEC = {
  /** §9: windows narrower than this use the slide-in drawer. */
  mobileBreakpoint: 601,
  /** §2 top bar: the search box is inline only when the window is wider than this. */
  inlineSearchAbove: 600,
  /** §9: drawer widths. */
  drawerOpenWidth: 300,
  drawerCollapsedWidth: 75,
  drawerClosedWidth: 0,
  /** §9: transitions. Difference: none of them where the system asks for reduced motion. */
  mobileDrawerTransition: 800,
  wideDrawerTransition: 500,
  labelFade: 500,
  /** §9: the sign-out happens this long after the click. */
  logoutDelay: 1000,
  /**
   * §4, §9: the loading flag turns false this long after each snapshot. Difference: only after the first
   * snapshot on a device that has no notes of the account; everything else is shown at once.
   */
  notesLoadingDelay: 2000,
  /** §9: minimum heights of the creation box. */
  creationBoxCollapsedHeight: 25,
  creationBoxExpandedHeight: 100,
  /** §7: the collection that holds the notes. */
  collection: 'notes',
} as const;

/** Texts that the specification gives word for word (§2, §8). */
export const TEXTS = {
  signIn: 'Sign In With Google',
  search: 'Search',
  takeANote: 'Take a note...',
  title: 'Title',
  text: 'Text',
  save: 'Save',
  noMatch: 'Could not find the note',
  noNotes: 'Notes you add appear here',
  noArchived: 'Archived notes will appear here.',
  noDeleted: 'Deleted notes will appear here.',
} as const;

/** Log lines of §8, word for word. */
export const LOG_LINES = {
  signInFailed: 'Error during sign-in:',
  signedIn: 'User logged in successfully',
  notAuthenticated: 'User is not authenticated.',
} as const;
