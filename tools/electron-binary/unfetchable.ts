/**
 * A known reason why Electron cannot be fetched. The message is the sentence for the user, without its full
 * stop.
 */
export class Unfetchable extends Error {}
