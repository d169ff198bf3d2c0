/** A known reason why Electron cannot be fetched. The message is a sentence without its full stop. */
export class Unfetchable extends Error {}
