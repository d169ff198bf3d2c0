/**
 * Why Electron cannot be fetched, where that is known when it happens. The message is the sentence for the
 * person, without its full stop.
 */
export class Unfetchable extends Error {}
